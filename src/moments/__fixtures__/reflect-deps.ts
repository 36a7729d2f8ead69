import type { AgentCapabilities } from '../../agent.js'
import type { ReflectDeps } from '../../reflect.js'
import { Config } from '../../schema/config.js'

/** A client that can be sent on when it stops, but not prompted while it is idle. */
export const PUSHABLE: AgentCapabilities = {
  canContinue: true,
  canPromptIdle: false,
  maxContinuations: null,
  takesContext: () => true,
  hasToasts: true,
}

/** A client that can be prompted while it is idle, and therefore needs no context after a compaction. */
export const PROMPTABLE: AgentCapabilities = {
  ...PUSHABLE,
  canPromptIdle: true,
  takesContext: (kind) => kind !== 'session-compacted',
}

type Needed = Pick<ReflectDeps, 'store' | 'observe' | 'now'>

/** What `reflect` needs, in solo mode and without a model; a test says what differs. */
export function makeReflectDeps(given: Needed & Partial<ReflectDeps>): ReflectDeps {
  let ids = 0
  return {
    model: null,
    outputDir: '/nowhere',
    environment: { dir: null, input: null, taskRef: null, agent: null, debug: false, parent: null },
    nextId: () => `id-${(ids += 1)}`,
    signal: new AbortController().signal,
    config: Config.parse({}),
    mode: 'solo',
    capabilities: PUSHABLE,
    projectRoot: null,
    findStartPoint: async () => null,
    own: false,
    paused: false,
    ...given,
  }
}
