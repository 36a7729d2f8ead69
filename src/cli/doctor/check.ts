import type { Workspace } from '../../workspace.js'
import type { CliContext } from '../command.js'

/** One thing that doctor looked at. `broken` makes its exit code 1; `notice` is worth knowing. */
export interface CheckResult {
  name: string
  state: 'ok' | 'notice' | 'broken'
  detail: string
  remedy: string | null
}

export interface CheckInput {
  context: CliContext
  workspace: Workspace
}

/** Looks, changes nothing, and never throws for what it was made to find. */
export type Check = (input: CheckInput) => Promise<CheckResult[]>

export const ok = (name: string, detail: string): CheckResult => ({
  name,
  state: 'ok',
  detail,
  remedy: null,
})
export const notice = (name: string, detail: string, remedy: string | null): CheckResult => ({
  name,
  state: 'notice',
  detail,
  remedy,
})
export const broken = (name: string, detail: string, remedy: string | null): CheckResult => ({
  name,
  state: 'broken',
  detail,
  remedy,
})
