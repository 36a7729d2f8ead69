import { readChecks, writeChecks } from '../../config/checks-file.js'
import type { ChecksPlace } from '../../config/checks-file.js'
import { lastDurationMs } from '../../moments/stop/checks/proof.js'
import type { CheckRun } from '../../schema/check-run.js'
import type { Check } from '../../schema/check.js'
import { ReflectError } from '../../schema/error.js'
import type { Store } from '../../store.js'
import { nearest } from '../../util/nearest.js'
import { openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import type { CliContext } from '../command.js'
import { withExistingStore } from '../with-existing-store.js'
import { detectChecks } from './detect.js'
import type { Proposal } from './detect.js'

/** The project's checks as the commands see them. */
export interface ChecksHere {
  context: CliContext
  workspace: Workspace
  place: ChecksPlace
  checks: Check[]
}

export async function openChecksHere(context: CliContext): Promise<ChecksHere> {
  const workspace = await openWorkspace({ ...context, now: context.now() })
  const place = { ...context, stateDir: workspace.stateDir }
  return { context, workspace, place, checks: await readChecks(place) }
}

export async function saveChecks(
  { place, workspace }: ChecksHere,
  checks: readonly Check[],
): Promise<void> {
  await writeChecks(place, workspace.root, checks)
}

/** What the project's files, its config, a server or a skill propose, and is not added yet. */
export const listProposals = (here: ChecksHere): Promise<Proposal[]> =>
  withExistingStore(here.context, (store) => readProposals(here, store))

/** The same where the store is open already. */
export async function readProposals(
  { workspace, checks }: Pick<ChecksHere, 'workspace' | 'checks'>,
  store: Store | null,
): Promise<Proposal[]> {
  const configured = Object.entries(workspace.loaded.values.checks).map(([name, check]) => ({
    name,
    ...check,
    from: 'reflection.yaml',
  }))
  const sent = (await store?.list('check', { state: 'proposed' })) ?? []
  const rows = sent.map(({ name, command, shell, when, source }) => ({
    name,
    command,
    shell,
    when,
    from: `a ${source}`,
  }))
  const taken = new Set(checks.map(({ name }) => name))
  const all = [...configured, ...rows, ...detectChecks(workspace.root)]
  return all.filter(
    ({ name }, at) => !taken.has(name) && all.findIndex((one) => one.name === name) === at,
  )
}

/** Refuses a name that nothing was added under. */
export function findCheck(name: string, checks: readonly Check[]): Check {
  const found = checks.find((check) => check.name === name)
  if (found !== undefined) return found
  const names = checks.map((check) => check.name)
  const near = nearest(name, names)
  throw new ReflectError(
    'not-found',
    `There is no check "${name}"${near ? `; did you mean ${near}?` : ''}`,
    {
      remedy:
        names.length === 0
          ? 'Add one with `reflect checks add`.'
          : `Available: ${names.join(', ')}.`,
    },
  )
}

/** The runs of a check, newest first, and how long the last one took. */
export async function runsOf(
  check: Check,
  store: Store | null,
): Promise<{ runs: CheckRun[]; lastMs: number | null }> {
  const runs = store === null ? [] : await store.list('check_run', { subject: check.id, limit: 50 })
  return { runs, lastMs: lastDurationMs(runs) }
}
