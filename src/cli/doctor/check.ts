import type { Mode } from '../../schema/config.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'

/** One thing that doctor looked at. `broken` makes its exit code 1; `notice` is worth knowing. */
export interface CheckResult {
  name: string
  state: 'ok' | 'notice' | 'broken'
  detail: string
  remedy: string | null
}

/** What there is to look at, even when the config can't be read. */
interface BareInput {
  context: CliContext
  root: string
  stateDir: string
  /** null when the config can't be read. */
  mode: Mode | null
  isPaused: boolean
  /** null when the config can't be read. */
  workspace: Workspace | null
  /** A larger database is not read through: that takes as long as it is large. */
  maxWholeBytes: number
}

interface CheckInput extends BareInput {
  workspace: Workspace
}

/** Looks, leaves nothing behind, and never throws for what it was made to find. */
export type Check = (input: CheckInput) => Promise<CheckResult[]>

/** A check that needs no config. */
export type BareCheck = (input: BareInput) => Promise<CheckResult[]>

type Tell = (detail: string, remedy?: string | null) => CheckResult

/** What is told of one thing, by how it is. */
export function about(name: string): Record<CheckResult['state'], Tell> {
  const tell =
    (state: CheckResult['state']): Tell =>
    (detail, remedy = null) => ({ name, state, detail, remedy })
  return { ok: tell('ok'), notice: tell('notice'), broken: tell('broken') }
}
