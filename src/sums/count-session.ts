import { mismatchOf } from '../risk/order-review.js'
import { JUDGED_ACTION } from '../schema/judged-action.js'
import { JudgedNote } from '../schema/judged-note.js'
import type { RecordOf } from '../schema/records.js'
import { parseJson } from '../util/parse-json.js'
import type { Exposure } from '../schema/exposure.js'
import type { Outcome } from '../schema/outcome.js'
import { needsReview } from '../schema/needs-review.js'
import type { RunRow } from '../schema/run-record.js'
import { isCountedOutcome } from '../schema/is-counted-outcome.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import { isForPerson } from '../schema/verdict.js'
import type { Verdict } from '../schema/verdict.js'
import type { Store } from '../store.js'
import { dayRow, lessonRow, UnitCounts } from './unit-counts.js'
import type { Unit } from './unit-counts.js'
import { countUsage } from './count-usage.js'
import { endPushedTurns } from './pushed-turns.js'
import { readSessionUsage } from './session-usage.js'

/** Far more than one session has. */
const MAX_ROWS = 50_000
const TURN_EVENTS = ['guard.settled', 'agent.session-aborted']

/** What one session adds to the sums: to its days, and to the lessons that it met. */
export async function countSession(store: Store, sessionId: string): Promise<Unit> {
  const oldest = { sessionId, limit: MAX_ROWS, order: 'oldest' } as const
  const runs = await store.list('run', oldest)
  const verdicts = await store.list('verdict', oldest)
  const episodes = await store.list('episode', oldest)
  const notes = await store.list('interaction', { ...oldest, subject: JUDGED_ACTION })
  const green = new Set(notes.filter(endsGreen).map(({ input }) => input))
  const events = await store.readEvents({ ...oldest, kinds: TURN_EVENTS })
  const state = await store.readSession(sessionId)
  const outcome = await store.get('outcome', sessionId)
  const ended = await store.list('session_outcome', oldest)
  const endedAt = ended.at(-1)?.endedAt ?? state?.updatedAt ?? ''
  const counts = new UnitCounts()
  if (state !== null) {
    const started = dayRow(state.startedAt)
    counts.add(started, 'session')
    counts.add(started, `agent ${state.agent}`)
    if (state.projectRoot !== null) counts.add(started, `project ${state.projectRoot}`)
  }
  for (const verdict of verdicts)
    counts.add(dayRow(verdict.timestamp), `verdict ${answerOf(verdict)}`)
  const of = (kind: string) => events.filter((event) => event.kind === kind)
  const pushed = { settled: of('guard.settled'), aborts: of('agent.session-aborted') }
  const checks = await store.list('check_run', { ...oldest, state: 'finished' })
  const turns = endPushedTurns({ ...pushed, verdicts, green, episodes, checks, state })
  for (const { at, ending } of turns) counts.add(dayRow(at), `ending ${ending}`)
  for (const run of runs) countRun(counts, run)
  for (const { status, basis, endedAt } of ended) {
    counts.add(dayRow(endedAt), `outcome ${status}`)
    if (basis === 'judge') counts.add(dayRow(endedAt), 'outcome_by_judge')
  }
  if (outcome !== null && outcome.task_id !== null)
    counts.add(dayRow(outcome.timestamp), `task ${outcome.status}`)
  const usage = await readSessionUsage(store, sessionId, ended.at(-1))
  if (usage !== null) countUsage(counts, usage, { agent: state?.agent ?? 'unknown', endedAt })
  countConfidence(counts, runs, endOf(outcome, ended))
  for (const exposure of await store.list('exposure', oldest)) countExposure(counts, exposure)
  const last = runs.at(-1)
  const review = last !== undefined && needsReview(last) ? last : null
  if (review !== null) countReview(counts, review)
  if (last !== undefined) countGating(counts, last, endOf(outcome, ended))
  return {
    adds: counts.build(),
    at: last?.record.timestamp ?? state?.updatedAt ?? '',
    place: review === null ? null : reviewPlace(review),
    about: review?.id ?? null,
  }
}

/** The last check that a turn ran before its stop passed. */
function endsGreen({ output }: RecordOf<'interaction'>): boolean {
  const note = JudgedNote.safeParse(parseJson(output))
  const commands = note.success ? (note.data.facts?.commands ?? []) : []
  return commands.findLast(({ kind }) => CHECKS.has(kind))?.result === 'passed'
}

const CHECKS: ReadonlySet<string> = new Set(['test', 'build', 'typecheck', 'lint'])

function answerOf(verdict: Verdict): string {
  const { complete } = verdict
  if (complete === true) return 'complete'
  if (isForPerson(verdict)) return 'needs_person'
  return complete === false ? 'incomplete' : 'abstained'
}

function countRun(counts: UnitCounts, run: RunRow): void {
  const { record, declared_vs_computed: declared } = run
  const day = dayRow(record.timestamp)
  const { surface, score } = record.risk
  counts.add(day, `run ${surface} ${score}`)
  counts.add(day, `declared ${declared ?? 'none'}`)
  if (needsReview(run)) counts.add(day, `run_to_review ${surface}`)
}

function countReview(counts: UnitCounts, run: RunRow): void {
  const day = dayRow(run.record.timestamp)
  counts.add(day, 'review')
  if (mismatchOf(run) > 0) counts.add(day, 'review_mismatch')
}

/** The order of `orderReview` as a text: the higher, the earlier. */
function reviewPlace(run: RunRow): string {
  const { record, rank = 0, review_advice: advice = null } = run
  const waits = advice?.order === 'later' ? 0 : 1
  const score = record.risk.score.toFixed(6)
  return `${mismatchOf(run)}${waits} ${score} ${rank.toFixed(3).padStart(20, '0')} ${record.timestamp}`
}

interface SessionEnd {
  /** null: nothing that a machine can see says so. */
  right: boolean | null
  endedAt: string
}

/** Of a sub-session its runner tells, of a client's session its outcome, if that is more than the judge's word. */
function endOf(outcome: Outcome | null, ended: readonly SessionOutcome[]): SessionEnd | null {
  let end: SessionEnd | null =
    outcome === null ? null : { right: RIGHT[outcome.status] ?? null, endedAt: outcome.timestamp }
  for (const { status, basis, endedAt } of ended) {
    const right = isCountedOutcome({ status, basis }) ? status === 'completed' : null
    if (right !== null || (end?.right ?? null) === null) end = { right, endedAt }
  }
  return end
}

const RIGHT: Partial<Record<string, boolean>> = { completed: true, failed: false }

function countGating(counts: UnitCounts, { record }: RunRow, end: SessionEnd | null): void {
  const right = end?.right ?? null
  if (right === null) return
  counts.add(dayRow(record.timestamp), `gating ${record.risk.score} ${right ? 'right' : 'wrong'}`)
}

/** The last self-reported confidence of a session whose end is known. */
function countConfidence(
  counts: UnitCounts,
  runs: readonly RunRow[],
  end: SessionEnd | null,
): void {
  if (end === null) return
  const day = dayRow(end.endedAt)
  const confidence = runs.findLast(({ record }) => record.confidence !== null)?.record.confidence
  counts.add(day, `ended ${end.right === null ? 'unknown' : end.right ? 'right' : 'wrong'}`)
  if (confidence === undefined || confidence === null) counts.add(day, 'confidence_blank')
  else if (end.right === null) counts.add(day, 'confidence_without_end')
  else counts.add(day, `confidence ${confidence} ${end.right ? 'right' : 'wrong'}`)
}

function countExposure(counts: UnitCounts, { lessonId, arm, outcome }: Exposure): void {
  counts.add(lessonRow(lessonId), `${arm} ${outcome}`)
}
