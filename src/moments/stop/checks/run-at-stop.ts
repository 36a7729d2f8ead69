/**
 * The user's checks at a stop: which are for this change, what is known of them already, which run
 * now, which later, and which the agent is asked for. What a run finds is recorded; at most one push
 * comes out of it.
 */
import type { OwnChecks } from '../../../checks.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { Check } from '../../../schema/check.js'
import type { Store } from '../../../store.js'
import { checkLine } from '../../../util/command-line.js'
import type { MomentInput, MomentPorts } from '../../moment.js'
import type { StopFacts } from '../gate.js'
import type { Judgement } from '../judge-by-rules.js'
import { askPush, isDemanded, maySay, noteOf, redPush } from './check-push.js'
import { claimsFinished } from './claims-finished.js'
import { dueChecks } from './due-checks.js'
import { checksFor, planChecks, STOP_BUDGET_MS } from './plan-checks.js'
import type { Plannable } from './plan-checks.js'
import {
  failingBefore,
  knownRun,
  lastDurationMs,
  newestFirst,
  seenResult,
  wasRedWith,
} from './proof.js'
import type { FailingBefore } from './proof.js'
import { recordEnd, recordStart } from './record-run.js'

export interface CheckOutcome {
  push: Judgement | null
  /** What the user hears once of runs that are no push. */
  notes: string[]
}

const NOTHING: CheckOutcome = { push: null, notes: [] }
const MAX_RUNS = 50

export async function runChecksAtStop(
  facts: StopFacts,
  input: MomentInput,
  ports: MomentPorts,
): Promise<CheckOutcome> {
  if (input.mode !== 'solo' || !claimsFinished(facts)) return NOTHING
  const own = (await ports.checks?.()) ?? null
  if (own === null) return NOTHING
  const { evidence } = facts
  const worktree = evidence.repository?.root ?? input.session.projectRoot
  if (worktree === null) return NOTHING
  const checks = checksFor(own.list, changedFiles(own, worktree, input))
  if (checks.length === 0) return NOTHING
  const tree = await own.runner.fingerprint(worktree)
  const open = await Promise.all(
    checks.map((check) => toOpen(check, { own, tree, facts }, input, ports)),
  )
  const planned = planChecks(
    open.filter((item) => item !== null),
    { canWake: input.watcher === 'wake-entry' },
  )
  const later = planned.filter(({ where }) => where === 'background').map(({ item }) => item)
  // Before anything that takes time: whoever wakes the session does not wait long for a plan.
  const due = await planLater(later, worktree, input, ports)
  const asked = planned.filter(({ where }) => where === 'ask').map(({ item }) => item)
  const held = planned.filter(({ where }) => where === 'hold').map(({ item }) => item)
  const outcome = await runHeld(held, { own, worktree }, input, ports)
  const ask =
    outcome.push === null ? await askFor([...outcome.tooSlow, ...asked], tree, input, ports) : null
  const push = outcome.push ?? ask
  if (push !== null && due !== null) await ports.store.remove('due', due, input.now)
  return { push, notes: outcome.notes }
}

/** Files that the session wrote: what git calls changed, and was written since it began. */
function changedFiles(
  own: OwnChecks,
  worktree: string,
  { evidence, session }: MomentInput,
): string[] {
  const files = evidence.repository?.filesChanged ?? []
  return own.changedSince(worktree, files, session.startedAt)
}

/** A check that has to be run: neither the transcript nor a run of ours shows how it is. */
interface OpenCheck extends Plannable {
  line: string
  before: FailingBefore
  /** A person asks for it to be green. */
  demanded: boolean
}

interface Seen {
  own: OwnChecks
  tree: string | null
  facts: StopFacts
}

async function toOpen(
  check: Check,
  { own, tree, facts }: Seen,
  { session, event }: MomentInput,
  { store }: MomentPorts,
): Promise<OpenCheck | null> {
  const { evidence } = facts
  const line = checkLine(check)
  if (seenResult(line, evidence) !== null) return null
  const runs = await store.list('check_run', { subject: check.id, limit: MAX_RUNS })
  if (knownRun(runs, tree) !== null) return null
  const mode = event.kind === 'session-stopped' ? (event.permissionMode ?? null) : null
  return {
    check,
    line,
    lastMs: lastDurationMs(runs),
    permitted: await own.isPermitted(check, mode),
    before: failingBefore({ line, evidence, runs, sessionStartedAt: session.startedAt }),
    demanded: isDemanded({ name: check.name, line }, facts),
  }
}

async function planLater(
  later: readonly OpenCheck[],
  worktree: string,
  { session, now, watcher }: MomentInput,
  { store }: MomentPorts,
): Promise<string | null> {
  if (later.length === 0 || watcher === null) return null
  const plan = later.map(({ check, before, demanded }) => ({ check: check.id, before, demanded }))
  const row = dueChecks(plan, worktree, { session, now, owner: watcher })
  await store.add([{ kind: 'due', record: row }])
  return row.id
}

interface HeldOutcome extends CheckOutcome {
  /** Given up when the time was over. */
  tooSlow: OpenCheck[]
}

async function runHeld(
  held: readonly OpenCheck[],
  { own, worktree }: { own: OwnChecks; worktree: string },
  input: MomentInput,
  ports: MomentPorts,
): Promise<HeldOutcome> {
  const outcome: HeldOutcome = { push: null, notes: [], tooSlow: [] }
  let budgetMs = STOP_BUDGET_MS
  for (const item of held) {
    const run = await runOne(item, { own, worktree, budgetMs }, input, ports)
    if (run === null) continue
    budgetMs -= tookMs(run)
    if (run.state === 'cancelled' && run.durationMs !== null) outcome.tooSlow.push(item)
    const said = await sayOf(run, item, input, ports.store)
    outcome.notes.push(...said.notes)
    if (said.push === null) continue
    return { ...outcome, push: said.push }
  }
  return outcome
}

const tookMs = ({ startedAt, endedAt }: CheckRun): number =>
  endedAt === null ? 0 : Date.parse(endedAt) - Date.parse(startedAt)

async function runOne(
  { check, before }: OpenCheck,
  { own, worktree, budgetMs }: { own: OwnChecks; worktree: string; budgetMs: number },
  { session }: MomentInput,
  { store, signal }: MomentPorts,
): Promise<CheckRun | null> {
  const run = await own.runner.run({
    check,
    worktree,
    sessionId: session.sessionId,
    turn: session.turn,
    trigger: 'stop',
    wasRedWith: (failure) => wasRedWith(failure, before),
    budgetMs,
    patienceMs: 0,
    signal,
    onStarted: (started) => recordStart(started, store),
  })
  return run === null
    ? null
    : recordEnd({ ...run, failure: newestFirst(run.failure, before) }, store)
}

/** What a finished run is worth saying, to the agent or once to the user. */
export async function sayOf(
  run: CheckRun,
  { demanded }: { demanded: boolean },
  input: Pick<MomentInput, 'session' | 'now'>,
  store: Store,
): Promise<CheckOutcome> {
  const { result } = run
  if (result === 'new_failure' || (result === 'preexisting' && demanded)) {
    const push = redPush(run)
    return { push: (await maySay(push, input, store)) ? push : null, notes: [] }
  }
  const note = noteOf(run)
  const isNew = note !== null && (await saysOnce(run, input, store))
  return { push: null, notes: isNew ? [note] : [] }
}

const NOTE_LASTS_MS = 7 * 86_400_000

const saysOnce = (
  { checkId, result }: CheckRun,
  { session, now }: Pick<MomentInput, 'session' | 'now'>,
  store: Store,
): Promise<boolean> =>
  store.claimCache(`check-note:${session.sessionId}:${checkId}:${result}`, 'said', {
    now,
    expiresAt: new Date(Date.parse(now) + NOTE_LASTS_MS).toISOString(),
  })

/** What the agent is asked to run, unless it was asked for that on this tree already. */
async function askFor(
  items: readonly OpenCheck[],
  tree: string | null,
  input: MomentInput,
  { store }: MomentPorts,
): Promise<Judgement | null> {
  if (items.length === 0) return null
  const asked = items.map(({ check, line }) => ({ id: check.id, name: check.name, line }))
  const push = askPush(asked, tree)
  return (await maySay(push, input, store)) ? push : null
}
