/**
 * The user's checks at a stop: which are for this change, what is known of them already, which run
 * now, which later, and which the agent is asked for. What a run finds is recorded; at most one push
 * comes out of it.
 */
import type { OwnChecks } from '../../../checks.js'
import { pathInProject } from '../../../read/ledger/path-in-project.js'
import type { CheckRun } from '../../../schema/check-run.js'
import type { CheckNotRun } from '../../../schema/judged-note.js'
import type { Check } from '../../../schema/check.js'
import type { Store } from '../../../store.js'
import { checkLine } from '../../../util/command-line.js'
import type { MomentInput, MomentPorts } from '../../moment.js'
import type { StopFacts } from '../facts.js'
import { NO_CHECKS } from '../judged.js'
import type { CheckOutcome } from '../judged.js'
import type { Judgement } from '../verdict.js'
import { askPush, isDemanded, isForbidden, maySay, noteOf, redPush } from './check-push.js'
import { dueChecks } from './due-checks.js'
import { checksFor, planChecks, STOP_BUDGET_MS } from './plan-checks.js'
import type { Plannable, Where } from './plan-checks.js'
import { saysFinished, whyUnfinished } from './read-finish.js'
import {
  failingBefore,
  isRed,
  knownRun,
  lastDurationMs,
  newestFirst,
  seenResult,
  wasRedWith,
} from './proof.js'
import type { FailingBefore } from './proof.js'
import { recordEnd, recordStart } from './record-run.js'
import { readStartTree } from './start-tree.js'

const MAX_RUNS = 50

export async function runChecksAtStop(
  judgement: Judgement,
  facts: StopFacts,
  input: MomentInput,
  ports: MomentPorts,
): Promise<CheckOutcome> {
  const own = input.mode === 'solo' ? ((await ports.checks?.()) ?? null) : null
  if (own === null) return NO_CHECKS
  const worktree = facts.evidence.repository?.root ?? input.session.projectRoot
  const why = whyNone(judgement, facts)
  if (why !== null || worktree === null)
    return { ...NO_CHECKS, notRun: explain(own.list, why ?? 'there is no working tree') }

  const hidden = await own.hiddenFiles(worktree)
  // Where there was a repository and is none, any of its files may have changed.
  const isBlind = hidden === null && input.session.startPoint !== null && saysFinished(facts)
  const checks = isBlind
    ? [...own.list]
    : checksFor(own.list, changedFiles(own, worktree, facts, input, hidden ?? []))
  const others = own.list.filter((check) => !checks.includes(check))
  const notRun = explain(others, saysFinished(facts) ? NOT_CHANGED : NOT_EDITED)
  if (checks.length === 0) return { ...NO_CHECKS, notRun }
  // What git passes over is not in its picture of the tree either.
  const isSeen = own.changedSince(worktree, hidden ?? [], input.session.startedAt).length === 0
  const tree = isSeen ? await own.runner.fingerprint(worktree) : null
  const looked = await Promise.all(
    checks.map((check) => toOpen(check, { own, tree, facts }, input, ports)),
  )
  notRun.push(...looked.flatMap((one) => ('why' in one ? [one] : [])))
  const planned = planChecks(
    looked.flatMap((one) => ('why' in one ? [] : [one])),
    { canWake: input.watcher === 'wake-entry' },
  )
  const at = (where: Where): OpenCheck[] =>
    planned.filter((one) => one.where === where).map(({ item }) => item)
  const later = at('background')
  // Before anything that takes time: the wake entry does not wait long for a plan.
  const due = await planLater(later, worktree, input, ports)
  const asked = at('ask')
  const outcome = await runHeld(at('hold'), { own, worktree }, input, ports)
  const ask =
    outcome.push === null ? await askFor([...outcome.tooSlow, ...asked], tree, input, ports) : null
  const push = outcome.push ?? ask
  if (push !== null && due !== null) await ports.store.remove('due', due, input.now)
  return {
    push,
    notes: outcome.notes,
    notRun: [
      ...notRun,
      ...outcome.notRun,
      ...explain(later.map(toCheck), LATER),
      ...explain(asked.map(toCheck), ASKED),
    ],
  }
}

const NOT_CHANGED = 'nothing changed in this session that it is for'
const NOT_EDITED =
  'the agent does not say that it is done, and edited nothing in this turn that it is for'
const LATER = 'it takes too long for a stop: it runs in the background'
const ASKED = 'the client would not run it by itself: it is left to the agent'

const toCheck = ({ check }: OpenCheck): Check => check

const explain = (checks: readonly Check[], why: string): CheckNotRun[] =>
  checks.map(({ name }) => ({ name, why }))

/** Why no check runs at this stop, whatever it is for. */
function whyNone({ complete, waitsFor }: Judgement, facts: StopFacts): string | null {
  if (complete !== false) return whyUnfinished(facts)
  return waitsFor === null ? 'the agent is sent back for something else first' : WAITS
}
const WAITS = 'the agent waits for a person'

/**
 * Files that the session wrote: what git calls changed or was told to pass over, and was written since it
 * began. A message that calls nothing done ends the work on the files that were edited in its turn.
 */
function changedFiles(
  checks: OwnChecks,
  worktree: string,
  facts: StopFacts,
  { evidence, session }: MomentInput,
  hidden: readonly string[],
): string[] {
  const files = [...(evidence.repository?.filesChanged ?? []), ...hidden]
  const changed = checks.changedSince(worktree, files, session.startedAt)
  if (saysFinished(facts)) return changed
  const own = evidence.edits.filter(({ turn }) => turn === evidence.request.total)
  const edited = new Set(own.map(({ file }) => pathInProject(file, evidence)))
  return changed.filter((file) => edited.has(file))
}

/** A check that has to be run: neither the transcript nor a run of ours shows how it is. */
interface OpenCheck extends Plannable {
  line: string
  before: FailingBefore
  /** A person asks for it to be green. */
  demanded: boolean
}

async function toOpen(
  check: Check,
  { own, tree, facts }: { own: OwnChecks; tree: string | null; facts: StopFacts },
  { session, event, now }: MomentInput,
  { store }: MomentPorts,
): Promise<OpenCheck | CheckNotRun> {
  const { evidence } = facts
  const { name } = check
  const line = checkLine(check)
  const seen = seenResult(line, evidence)
  if (seen !== null) return { name, why: `the agent ran it after its last change: ${seen}` }
  if (isForbidden({ name, line }, facts)) return { name, why: 'a person said not to run it' }
  const runs = await store.list('check_run', { subject: check.id, limit: MAX_RUNS })
  const known = knownRun(runs, tree)
  if (known !== null) {
    const result = isRed(known) ? 'red' : known.result
    return { name, why: `it ran on these very files at ${known.startedAt}: ${result}` }
  }
  const mode = event.kind === 'session-stopped' ? (event.permissionMode ?? null) : null
  const startTree = await readStartTree(session.sessionId, store, now)
  return {
    check,
    line,
    lastMs: lastDurationMs(runs),
    permitted: await own.isPermitted(check, mode),
    before: failingBefore({ line, evidence, runs, startTree }),
    demanded: isDemanded({ name, line }, facts),
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
  const outcome: HeldOutcome = { ...NO_CHECKS, notes: [], notRun: [], tooSlow: [] }
  let budgetMs = STOP_BUDGET_MS
  for (const [at, item] of held.entries()) {
    const run = await runOne(item, { own, worktree, budgetMs }, input, ports)
    if (run === null) {
      outcome.notRun.push(...explain([item.check], 'another run has this working tree'))
      continue
    }
    budgetMs -= tookMs(run)
    if (run.state === 'cancelled' && run.durationMs !== null) outcome.tooSlow.push(item)
    const said = await sayOf(run, item, input, ports.store)
    outcome.notes.push(...said.notes)
    if (said.push === null) continue
    const rest = held.slice(at + 1).map(toCheck)
    outcome.notRun.push(...explain(rest, `the agent is sent back for "${run.name}" first`))
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
): Promise<Pick<CheckOutcome, 'push' | 'notes'>> {
  const { result } = run
  if (result === 'new_failure' || (result === 'preexisting' && demanded)) {
    const push = redPush(run)
    return { push: (await maySay(push, input, store)) ? push : null, notes: [] }
  }
  const note = noteOf(run)
  if (note === null) return { push: null, notes: [] }
  const { session, now } = input
  const expiresAt = new Date(Date.parse(now) + NOTE_LASTS_MS).toISOString()
  const key = `check-note:${session.sessionId}:${run.checkId}:${result}`
  const isNew = await store.claimCache(key, 'said', { now, expiresAt })
  return { push: null, notes: isNew ? [note] : [] }
}

const NOTE_LASTS_MS = 7 * 86_400_000

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
