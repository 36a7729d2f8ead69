/**
 * What the self-model is made of: measured ends of sessions, and what each of them touched, claimed and
 * read. All come from the store, newest first and bounded; what only an agent says of itself counts
 * beside a measured end or not at all.
 */
import { JUDGED_ACTION } from '../schema/judged-action.js'
import { JudgedNote } from '../schema/judged-note.js'
import type { Exposure } from '../schema/exposure.js'
import type { RunRow } from '../schema/run-record.js'
import { isCountedOutcome } from '../schema/is-counted-outcome.js'
import { isForPerson } from '../schema/verdict.js'
import type { Store } from '../store.js'
import { parseJson } from '../util/parse-json.js'

/** One fact, and the row behind it. */
interface Fact {
  id: string
  at: string
}

/** A session of which something measured says how it ended. */
export interface SessionFact extends Fact {
  sessionId: string
  agent: string
  model: string | null
  interactive: boolean | null
  right: boolean
  /** It changed something, called it done and told of nothing open: an answer, or a report of what is red, is none. */
  saidDone: boolean
  skills: readonly string[]
  surface: string | null
  folders: readonly string[]
  confidence: number | null
}

export interface SelfFacts {
  sessions: readonly SessionFact[]
  /** All sessions that ended: whether a person stopped the agent, or had to step in. */
  people: readonly (Fact & { stopped: boolean; asked: boolean })[]
  /** The last claim of each kind in each session. */
  claims: readonly (Fact & { kind: string; proven: boolean })[]
  /** Runs of the user's checks that came to a result. */
  checks: readonly (Fact & { name: string; durationMs: number | null; flaky: boolean })[]
  /** Runs of tasks that ended by themselves, and what the cycle found. */
  tasks: readonly (Fact & { name: string; completed: boolean })[]
  findings: readonly (Fact & { rule: string; resolvedAt: string | null })[]
  exposures: readonly Exposure[]
}

export const DAY_MS = 24 * 3_600_000
/** How far back a line counts. */
export const WINDOW_DAYS = 90
/** A line of the oldest day that is rebuilt counts its own window. */
const READ_DAYS = 2 * WINDOW_DAYS
export const MAX_ROWS = 5000

export async function readSelfFacts(
  store: Pick<Store, 'list'>,
  { now, exposures }: { now: Date; exposures: readonly Exposure[] },
): Promise<SelfFacts> {
  const since = new Date(now.getTime() - READ_DAYS * DAY_MS).toISOString()
  const query = { since, limit: MAX_ROWS }
  const outcomes = await store.list('session_outcome', query)
  const runs = lastRuns(await store.list('run', query))
  const verdicts = await store.list('verdict', query)
  const asked = new Set(verdicts.filter(isForPerson).map((one) => one.session_id))
  const notes = await store.list('interaction', { ...query, subject: JUDGED_ACTION })
  const checkRuns = await store.list('check_run', { ...query, state: 'finished' })
  const tasks = await store.list('outcome', query)
  const findings = await store.list('finding', query)
  const honest = honestSessions(notes)
  return {
    sessions: outcomes.filter(isCountedOutcome).map((one) => ({
      id: one.id,
      at: one.settledAt,
      sessionId: one.sessionId,
      agent: one.agent,
      model: one.model,
      interactive: one.interactive,
      right: one.status === 'completed',
      saidDone:
        one.saidDone !== false && hasWorked(runs.get(one.sessionId)) && !honest.has(one.sessionId),
      skills: one.skillsRead,
      ...workOf(runs.get(one.sessionId)),
    })),
    people: outcomes.map(({ id, settledAt, status, sessionId }) => ({
      id,
      at: settledAt,
      stopped: status === 'aborted',
      asked: asked.has(sessionId),
    })),
    claims: lastClaims(notes),
    checks: checkRuns
      .filter(({ result }) => result !== null && result !== 'unrunnable')
      .map(({ id, startedAt, name, durationMs, result }) => ({
        id,
        at: startedAt,
        name,
        durationMs,
        flaky: result === 'flaky',
      })),
    tasks: tasks
      .filter(({ task_id: id, status }) => id !== null && status !== 'interrupted')
      .map((one) => ({
        id: one.session_id,
        at: one.timestamp,
        name: one.task_id!,
        completed: one.status === 'completed',
      })),
    findings: findings.map(({ id, opened_at: at, rule, resolved_at: resolvedAt }) => ({
      id,
      at,
      rule,
      resolvedAt,
    })),
    exposures: exposures.filter(({ closedAt }) => closedAt !== null && closedAt >= since),
  }
}

/** The newest capture of each session. */
function lastRuns(newestFirst: readonly RunRow[]): Map<string, RunRow> {
  const last = new Map<string, RunRow>()
  for (const run of newestFirst) {
    if (!last.has(run.record.session_id)) last.set(run.record.session_id, run)
  }
  return last
}

function workOf(run: RunRow | undefined): Pick<SessionFact, 'surface' | 'folders' | 'confidence'> {
  if (run === undefined) return { surface: null, folders: [], confidence: null }
  const { risk, files_changed, confidence } = run.record
  const folders = files_changed.flatMap((file) => folderOf(file) ?? [])
  return {
    surface: risk.surface === 'none' ? null : risk.surface,
    folders: [...new Set(folders)],
    confidence,
  }
}

/** Without a record of what it changed, its end speaks for it. */
const hasWorked = (run: RunRow | undefined): boolean =>
  run === undefined || run.record.files_changed.length > 0

/** Two levels say where in the project it is; a file at its root has no folder. */
const folderOf = (file: string): string | null =>
  file.split(/[\\/]/).slice(0, -1).slice(0, 2).join('/') || null

interface Note {
  id: string
  session: string
  output: string
  timestamp: string
}

/** Sessions whose last report tells of something that was open. */
function honestSessions(newestFirst: readonly Note[]): Set<string> {
  const last = new Map<string, boolean>()
  for (const { session, output } of newestFirst) {
    if (last.has(session)) continue
    const note = JudgedNote.safeParse(parseJson(output))
    const gates = note.success ? note.data.gates : []
    last.set(
      session,
      gates.some(({ accounted }) => accounted === 'the report tells it') &&
        !gates.some(({ counts }) => counts),
    )
  }
  return new Set([...last].filter(([, isHonest]) => isHonest).map(([session]) => session))
}

function lastClaims(newestFirst: readonly Note[]): SelfFacts['claims'] {
  const last = new Map<string, SelfFacts['claims'][number]>()
  for (const { id, session, output, timestamp } of newestFirst) {
    const note = JudgedNote.safeParse(parseJson(output))
    for (const { kind, status } of note.success ? (note.data.facts?.claims ?? []) : []) {
      const key = `${session} ${kind}`
      const proven = status === 'supported'
      if (!last.has(key)) last.set(key, { id, at: timestamp, kind, proven })
    }
  }
  return [...last.values()]
}
