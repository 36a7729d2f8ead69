import { readChecks, writeChecks } from '../../../config/checks-file.js'
import { lastDurationMs } from '../../../moments/stop/checks/proof.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { Check } from '../../../schema/check.js'
import { ReflectError } from '../../../schema/error.js'
import type { Store } from '../../../store.js'
import { shortHash } from '../../../util/loose-json.js'
import { nearest } from '../../../util/nearest.js'
import type { CliContext, Opener } from '../../command.js'
import { theRecords, theStore, workspaceOf } from '../../opens.js'
import type { InWorkspace } from '../../opens.js'
import { detectChecks } from './detect.js'
import type { Proposal } from './detect.js'

/** The project's checks as the commands see them. */
export interface ChecksHere extends InWorkspace {
  checks: Check[]
}

export const theChecks: Opener<ChecksHere> = async (context, use) =>
  use(await openChecksHere(context))

export async function openChecksHere(context: CliContext): Promise<ChecksHere> {
  const workspace = await workspaceOf(context)
  return { ...context, workspace, checks: await readChecks(placeOf({ ...context, workspace })) }
}

const placeOf = ({ workspace: { stateDir }, ...context }: InWorkspace) => ({ ...context, stateDir })

/** What the project's files, its config, a server or a skill propose, and is not added yet. */
export const listProposals = (here: ChecksHere): Promise<Proposal[]> =>
  theRecords(here, ({ store }) => readProposals(here, store))

/** The same where the store is open already. */
export async function readProposals(
  { workspace, checks }: Pick<ChecksHere, 'workspace' | 'checks'>,
  store: Store,
): Promise<Proposal[]> {
  const configured = Object.entries(workspace.loaded.values.checks).map(([name, check]) => ({
    name,
    ...check,
    from: 'reflection.yaml',
  }))
  const sent = await store.list('check', { state: 'proposed' })
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
  const problem = `There is no check "${name}"${near ? `; did you mean ${near}?` : ''}`
  const isEmpty = names.length === 0
  throw new ReflectError('not-found', problem, {
    remedy: isEmpty ? 'Add one with `reflect checks add`.' : `Available: ${names.join(', ')}.`,
  })
}

/** The runs of a check, newest first, and how long the last one took. */
export async function runsOf(
  check: Check,
  store: Store,
): Promise<{ runs: CheckRun[]; lastMs: number | null }> {
  const runs = await store.list('check_run', { subject: check.id, limit: 50 })
  return { runs, lastMs: lastDurationMs(runs) }
}

export type CheckDraft = Pick<Check, 'name' | 'command' | 'shell' | 'when' | 'timeoutMs' | 'env'>

/** Puts checks into the user's own file; who calls it has asked the person. */
export async function addChecks(here: ChecksHere, drafts: readonly CheckDraft[]): Promise<Check[]> {
  const at = here.now().toISOString()
  const added = drafts.map((draft): Check => ({
    id: `${draft.name}-${shortHash(JSON.stringify([draft.command, draft.shell]))}`,
    ...draft,
    source: 'user',
    state: 'accepted',
    createdAt: at,
    settledAt: at,
  }))
  await save(here, [...here.checks, ...added], added)
  return added
}

export async function removeCheck(here: ChecksHere, check: Check): Promise<void> {
  const removed = { ...check, state: 'removed' as const, settledAt: here.now().toISOString() }
  const others = here.checks.filter(({ id }) => id !== check.id)
  await save(here, others, [removed])
}

async function save(here: ChecksHere, checks: Check[], changed: Check[]): Promise<void> {
  await writeChecks(placeOf(here), here.workspace.root, checks)
  await theStore(here, ({ store }) =>
    store.add(changed.map((record) => ({ kind: 'check', record }))),
  )
}
