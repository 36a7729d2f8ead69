import type { EntryDraft, TranscriptReader } from '../agent.js'
import { isWeakenedBy } from '../read/episodes/is-weakened-by.js'
import { toEpisode } from '../memory/save-episodes.js'
import { toJudgedFacts } from '../moments/stop/judged-facts.js'
import { clipSafely } from '../safety/clip-safely.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { AuditEnd, AuditLoop } from '../schema/audit.js'
import type { LedgerEpisode } from '../schema/evidence.js'
import { JUDGED_ACTION } from '../schema/judged-action.js'
import type { JudgedNote } from '../schema/judged-note.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { RecordWrite } from '../schema/records.js'
import type { SessionOutcome } from '../schema/session-outcome.js'
import type { Verdict } from '../schema/verdict.js'
import type { WeakenedCheck } from '../schema/weakened-check.js'
import { shortHash } from '../util/loose-json.js'
import { looseKey } from '../util/loose-key.js'
import { oneLine } from '../util/one-line.js'
import { judgeSession } from './judge-session.js'
import type { JudgedStop } from './judge-session.js'
import type { AuditRow } from './kept-rows.js'
import type { SessionSource } from './read-source.js'
import { projectOf } from './sum-up.js'

/** A session as the rows that a hook would have left, in their order, each line of the log under a key of its own. */
export interface ImportedSession {
  sessionId: string
  parts: ImportedPart[]
}

/** Lines of the log up to a stop, and what was judged there. */
export interface ImportedPart {
  events: NewLogEvent[]
  writes: RecordWrite[]
}

const MAX_TEXT = 8_000
const MAX_CALLS = 1_000
/** Written at once: others wait for the lock meanwhile. */
const MAX_LINES = 200

/** Reads a session once more, for what the log and the tables have of it. */
export async function importSession(
  row: AuditRow,
  { source, reader, now }: { source: SessionSource; reader: TranscriptReader; now: string },
): Promise<ImportedSession> {
  const sessionId = idOf(row)
  const { cwd, startedAt, endedAt } = row.scan
  const ended = endedAt ?? now
  const common = {
    agent: row.agent,
    sessionId,
    parentSessionId: null,
    cwd,
    transcriptPath: null,
    degraded: null,
  }
  let part: ImportedPart = { events: [], writes: [] }
  const parts = [part]
  const nextPart = (): void => void parts.push((part = { events: [], writes: [] }))
  const log = (event: DraftEvent, step: number | string): void => {
    if (part.events.length >= MAX_LINES) nextPart()
    const id = `${sessionId}:${step}`
    const body = { ...common, id, ...event } as AgentEvent
    const kind = `agent.${event.kind}`
    part.events.push({ at: event.at, kind, sessionId, key: `imported:${id}`, body })
  }
  const calls = new Map<string, CallDraft>()
  const weakened: WeakenedCheck[] = []
  const isWeakened = (episode: LedgerEpisode) => isWeakenedBy(weakened, episode)
  const terms = { sessionId, isOver: true, isWeakened, now: ended }
  let seen = 0
  let turn = 0
  const takeResult = (result: ResultDraft, step: number): void => {
    const call = calls.get(result.callId)
    calls.delete(result.callId)
    if (call === undefined || seen >= MAX_CALLS) return
    seen += 1
    log({ kind: 'tool-finished', at: result.at ?? ended, ...toFinished(call, result) }, step)
  }
  part.events.push({
    at: startedAt ?? ended,
    kind: 'guard.opened',
    sessionId,
    key: `imported:${sessionId}`,
    body: {
      agent: row.agent,
      parentSessionId: null,
      projectRoot: projectOf(row),
      startPoint: null,
      imported: true,
    },
  })
  const account = await judgeSession(source, reader, {
    entry(draft, step) {
      const at = draft.at ?? ended
      if (draft.kind === 'human') {
        turn += 1
        const text = clipSafely(draft.text, MAX_TEXT)
        log({ kind: 'prompt-submitted', at, origin: 'human', text, promptId: null }, step)
      } else if (draft.kind === 'tool-call' && isKept(draft)) calls.set(draft.callId, draft)
      else if (draft.kind === 'tool-result') takeResult(draft, step)
    },
    stop(stop) {
      const at = stop.evidence.lastActivityAt ?? ended
      const step = `${stop.evidence.steps}-stop`
      const lastMessage = clipSafely(stop.evidence.lastMessage ?? '', MAX_TEXT)
      log({ kind: 'session-stopped', at, lastMessage, backgroundTasks: 0, planMode: false }, step)
      // What waits is told as the guard tells it, so that every list of what waits has it.
      if (stop.end === 'waiting') {
        const body = { eventId: `${sessionId}:${step}`, reason: 'waiting' }
        const key = `imported:${sessionId}:${step}:closed`
        part.events.push({ at, kind: 'guard.closed', sessionId, key, body })
      }
      weakened.push(...stop.evidence.weakened)
      if (stop.isJudged) part.writes.push(...recordsOf(stop, { sessionId, turn, at }))
      nextPart()
    },
    end(episodes) {
      for (const episode of episodes)
        part.writes.push({ kind: 'episode', record: toEpisode(episode, terms) })
    },
  })
  log({ kind: 'session-ended', at: ended, reason: 'imported' }, `${row.changedAt}-end`)
  part.writes.push(...account.loops.map((loop, n) => toLoopEntry(loop, n, { sessionId, ended })), {
    kind: 'session_outcome',
    record: toOutcome(row, account.end, account.why, now),
  })
  return { sessionId, parts }
}

/** Ids are bounded; a file without one stands for its session. */
export const idOf = ({ scan, file }: Pick<AuditRow, 'scan' | 'file'>): string =>
  (scan.sessionId ?? shortHash(file)).slice(0, 200)

type DraftEvent = AgentEvent extends infer E
  ? E extends AgentEvent
    ? Omit<
        E,
        'id' | 'agent' | 'sessionId' | 'parentSessionId' | 'cwd' | 'transcriptPath' | 'degraded'
      >
    : never
  : never
type CallDraft = Extract<EntryDraft, { kind: 'tool-call' }>
type ResultDraft = Extract<EntryDraft, { kind: 'tool-result' }>

/** What a search looks for: commands, and files that were changed. */
const isKept = ({ toolKind, sidechain }: CallDraft): boolean =>
  !sidechain && (toolKind === 'command' || toolKind === 'edit')

function toFinished(call: CallDraft, { callId, status, exitCode, output }: ResultDraft) {
  const action = call.command ?? (call.files.join(' ') || call.input)
  return {
    tool: call.tool,
    callId: callId.slice(0, 200) || null,
    failed: status === 'failed',
    call: {
      toolKind: call.toolKind,
      action: oneLine(action.slice(0, 800), 200),
      actionKey: looseKey(call.command ?? `${call.tool} ${call.input}`),
      exitCode,
      output: oneLine(output.slice(0, 800), 300),
      resultKey: looseKey(output),
    },
  }
}

function recordsOf(
  { evidence, end, why, open }: JudgedStop,
  { sessionId, turn, at }: { sessionId: string; turn: number; at: string },
): RecordWrite[] {
  const id = `imported:${sessionId}:${evidence.steps}`
  const verdict: Verdict = {
    id,
    session_id: sessionId,
    turn,
    timestamp: at,
    complete: end === 'proven' ? true : end === 'open' || end === 'waiting' ? false : null,
    abstained: end !== 'proven' && end !== 'open' && end !== 'waiting',
    severity: open[0]?.severity ?? 'NONE',
    feedback: '',
    missing: open.map(({ missing }) => missing),
    next_actions: [],
    requires_human_action: end === 'waiting',
    gates: open.map(({ gate }) => gate),
    judge: 'rules',
    degraded: true,
  }
  const note: JudgedNote = {
    reason: why,
    failure: null,
    not_written: null,
    gates: open.map(({ read: _read, ...gate }) => gate),
    facts: toJudgedFacts(evidence),
  }
  return [
    { kind: 'verdict', record: verdict },
    {
      kind: 'interaction',
      record: {
        id: `${id}:judged`,
        action: JUDGED_ACTION,
        session: sessionId,
        input: id,
        output: JSON.stringify(note),
        timestamp: at,
      },
    },
  ]
}

/** As a stall leaves it, so that what went in circles is found and counted in the same places. */
const toLoopEntry = (
  { at, what, times, result }: AuditLoop,
  n: number,
  { sessionId, ended }: { sessionId: string; ended: string },
): RecordWrite => ({
  kind: 'interaction',
  record: {
    id: `imported:${sessionId}:loop-${n}`,
    action: 'stall_loop',
    session: sessionId,
    input: 'session-stopped',
    output: `${times} times ${what}${result === '' ? '' : `: ${result}`}`,
    timestamp: at ?? ended,
  },
})

const STATUS: Partial<Record<AuditEnd, SessionOutcome['status']>> = {
  open: 'failed',
  proven: 'completed',
  waiting: 'waiting',
  aborted: 'aborted',
}

function toOutcome(row: AuditRow, end: AuditEnd, why: string, now: string): SessionOutcome {
  const { scan } = row
  const sessionId = idOf(row)
  const tokens = scan.usage.reduce(
    (sum, used) => sum + used.input + used.cacheRead + used.cacheWrite + used.output,
    0,
  )
  const duration =
    scan.startedAt === null || scan.endedAt === null
      ? null
      : Math.max(0, Date.parse(scan.endedAt) - Date.parse(scan.startedAt))
  return {
    id: `imported:${sessionId}`,
    sessionId,
    agent: row.agent,
    model: scan.model,
    interactive: null,
    project: projectOf(row),
    branch: null,
    status: STATUS[end] ?? 'unknown',
    // The rules alone, without a tree: no basis that anything else is learnt from.
    basis: 'none',
    reason: why === '' ? 'taken over from its transcript' : why,
    checks: { green: [], red: [] },
    durationMs: duration,
    tokens: scan.usage.length === 0 ? null : tokens,
    ...(scan.usage.length === 0 ? {} : { usage: scan.usage }),
    skillsRead: [],
    lessonsShown: [],
    endedAt: scan.endedAt ?? now,
    settledAt: now,
  }
}
