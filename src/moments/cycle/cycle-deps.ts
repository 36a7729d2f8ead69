import type { HostDeps } from '../../host/host-deps.js'
import type { Config } from '../../schema/config.js'

/** What the check of an outcome needs from outside. */
export interface CycleDeps extends HostDeps {
  config: Pick<Config, 'cycle'>
  /** Whether a task may be paused; an orchestrator does that itself. */
  mayAct: boolean
}
