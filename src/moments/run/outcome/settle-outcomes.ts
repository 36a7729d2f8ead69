/**
 * Settles how other sessions of the project ended: at the start of a session, and again at its first
 * words, which may say how the one before it went. Due rows come in, one outcome per session goes
 * out. What was shown to a session is closed with it. At most twenty at a time, the oldest first.
 */
import { headSafely } from '../../../safety/clip-safely.js'
import { closeExposures } from '../../../memory/exposures.js'
import type { LessonStorage } from '../../../memory/lesson-storage.js'
import { factsLessonId } from '../../../memory/recall/lesson-items.js'
import type { Exposure } from '../../../schema/exposure.js'
import { checksIn } from '../../../read/shell/checks-in.js'
import { covers } from '../../../read/shell/covers.js'
import type { RecordOf, RecordWrite } from '../../../schema/records.js'
import { isCountedOutcome } from '../../../schema/is-counted-outcome.js'
import type { SessionOutcome } from '../../../schema/session-outcome.js'
import type { SessionState } from '../../../schema/session-state.js'
import type { Store } from '../../../store.js'
import { readEndFacts, toDueRow } from './end-facts.js'
import { OUTCOME_DUE } from '../../../schema/end-facts.js'
import type { EndFacts } from '../../../schema/end-facts.js'
import { judgeOutcome, restsOnCommit } from './judge-outcome.js'
import { watchLater } from './later-fixes.js'
import type { OwnCheck } from './judge-outcome.js'

export interface SettleTerms {
  store: Store
  /** Where exposures are. */
  storages: readonly LessonStorage[]
  now: string
  /** The session that begins; null where a person asks. */
  current: { sessionId: string; words: string | null } | null
  /** The commit that holds these files since another one; null when there is none. @default none */
  findCommit?(from: string, files: readonly string[]): Promise<string | null>
  /** Whether nothing of these files is changed any more. @default not looked at */
  isGone?(files: readonly string[]): Promise<boolean>
}

const MAX_SETTLED = 20
const MAX_ROWS = 100
const MAX_EXPOSURES = 500
const MAX_EPISODES = 50
const MAX_WORDS_CHARS = 1000
const QUIET_MS = 24 * 3_600_000

/** What is new or says something else than before. */
export async function settleOutcomes(terms: SettleTerms): Promise<SessionOutcome[]> {
  const { store, current } = terms
  const rows = await store.list('due', { kind: OUTCOME_DUE, order: 'oldest', limit: MAX_ROWS })
  const others = rows.filter(({ sessionId }) => sessionId !== current?.sessionId)
  const settled: SessionOutcome[] = []
  const heard = await hearNextWords(others, terms)
  for (const row of heard) {
    if (settled.length >= MAX_SETTLED) break
    const isAwaited = current?.words == null && row === heard.at(-1)
    const outcome = await settleOne(row, isAwaited, terms)
    if (outcome !== null) settled.push(outcome)
  }
  return settled
}

/** The first words of a session may be about the one before it: the last that anything was done in. */
async function hearNextWords(rows: DueRow[], { store, current }: SettleTerms): Promise<DueRow[]> {
  const last = rows.at(-1)
  if (last === undefined || last.sessionId === null || current?.words == null) return rows
  const facts = readEndFacts(last)
  if (facts.turn === 0 || facts.next !== null) return rows
  const next = headSafely(current.words, MAX_WORDS_CHARS)
  const record = toDueRow(last.sessionId, { ...facts, next }, last.dueAt)
  await store.add([{ kind: 'due', record }])
  return [...rows.slice(0, -1), record]
}

type DueRow = RecordOf<'due'>

/** `isAwaited`: nothing was said since it, and the first words of the session that comes may be about it. */
async function settleOne(
  row: DueRow,
  isAwaited: boolean,
  terms: SettleTerms,
): Promise<SessionOutcome | null> {
  const { store, now } = terms
  const session = row.sessionId === null ? null : await store.readSession(row.sessionId)
  if (session === null) {
    await store.remove('due', row.id, now)
    return null
  }
  const isQuiet = Date.parse(now) - Date.parse(session.updatedAt) >= QUIET_MS
  if (session.endedAt === null && !isQuiet) return null
  const facts = await withFate(await withCommit(readEndFacts(row), terms), terms)
  const known = await store.get('session_outcome', outcomeId(session.sessionId))
  const outcome = await toOutcome(session, facts, terms)
  const isNew = known === null || !isSame(known, outcome)
  const isSaid = isCountedOutcome(outcome) && !restsOnCommit(outcome, facts)
  if (known?.basis === 'later_fix' && known.endedAt === outcome.endedAt) {
    await store.remove('due', row.id, now)
    return null
  }
  const isFinal = facts.next !== null || (!isAwaited && (isSaid || isQuiet))
  if (isFinal) await closeShown(outcome, terms)
  const kept = { kind: 'due', record: toDueRow(session.sessionId, facts, row.dueAt) } as const
  const watched = watchLater(outcome, facts, now)
  const also = isFinal ? watched : [kept, ...watched]
  const isWritten = await write(outcome, row, { isNew, isFinal, also }, terms)
  return isNew && isWritten ? outcome : null
}

/** What the session left uncommitted, and a person has committed since. */
async function withCommit(facts: EndFacts, { findCommit }: SettleTerms): Promise<EndFacts> {
  const { base, head, files } = facts
  const isLeft = head !== null && base === head && files.length > 0
  if (findCommit === undefined || !isLeft || facts.result !== 'unknown') return facts
  if (facts.committed !== null) return facts
  return { ...facts, committed: await findCommit(head, files) }
}

/** What the session left uncommitted, and that is neither there nor in a commit any more. */
async function withFate(facts: EndFacts, { findCommit, isGone }: SettleTerms): Promise<EndFacts> {
  const { base, head, files } = facts
  const isLeft = head !== null && base === head && files.length > 0 && facts.committed === null
  if (!isLeft || facts.thrownAway || isGone === undefined || !(await isGone(files))) return facts
  const isCommitted = findCommit !== undefined && (await findCommit(head, files)) !== null
  return { ...facts, thrownAway: !isCommitted }
}

const isSame = (one: SessionOutcome, two: SessionOutcome): boolean =>
  one.status === two.status && one.basis === two.basis && one.reason === two.reason

/** A session that went on meanwhile has a newer row: then nothing is settled. */
const write = (
  record: SessionOutcome,
  row: DueRow,
  { isNew, isFinal, also }: { isNew: boolean; isFinal: boolean; also: RecordWrite[] },
  { store, now }: SettleTerms,
): Promise<boolean> =>
  store.change({ kind: 'due', id: row.id, at: now }, (found) => {
    const isOurs = found !== null && found.dueAt === row.dueAt
    return {
      writes: isOurs
        ? [...(isNew ? [{ kind: 'session_outcome' as const, record }] : []), ...also]
        : [],
      removes: isOurs && isFinal ? [{ kind: 'due', id: row.id }] : [],
      events: [],
      result: isOurs,
    }
  })

const outcomeId = (sessionId: string): string => `outcome-${sessionId}`.slice(0, 256)

async function toOutcome(
  session: SessionState,
  facts: EndFacts,
  terms: SettleTerms,
): Promise<SessionOutcome> {
  const { sessionId, agent, projectRoot, startedAt, endedAt, updatedAt, turnEnd } = session
  const { store, storages, now } = terms
  const [verdict = null] = await store.list('verdict', { sessionId, limit: 1 })
  const episodes = await store.list('episode', { sessionId, limit: MAX_EPISODES })
  const query = { sessionId, limit: MAX_EXPOSURES }
  const lists = await Promise.all(storages.map((storage) => storage.listExposures(query)))
  const shown = lists.flat()
  const end = endedAt ?? updatedAt
  return {
    id: outcomeId(sessionId),
    sessionId,
    agent,
    model: facts.model,
    interactive: facts.interactive,
    project: projectRoot ?? '',
    branch: facts.branch,
    ...judgeOutcome({
      end: facts,
      turnEnd,
      ownChecks: await readOwnChecks(sessionId, facts, store),
      verdict: verdict !== null && verdict.turn >= facts.turn ? verdict : null,
      isWeakened: episodes.some(({ weakened }) => weakened),
      leftRed: episodes.find(isRed)?.check ?? null,
    }),
    saidDone: facts.saidDone,
    durationMs: Math.max(0, Date.parse(end) - Date.parse(startedAt)),
    tokens: facts.tokens ?? null,
    ...(facts.usage === undefined ? {} : { usage: facts.usage }),
    skillsRead: facts.skillsRead,
    lessonsShown: distinct(shown.filter(({ arm }) => arm === 'shown').map((it) => it.lessonId)),
    endedAt: end,
    settledAt: now,
  }
}

const isRed = ({ state }: RecordOf<'episode'>): boolean => state !== 'resolved'

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

/** The last finished run of each check since the work in question, but for a red one that the agent saw green since. */
async function readOwnChecks(
  sessionId: string,
  { turn, green }: EndFacts,
  store: Store,
): Promise<OwnCheck[]> {
  const runs = await store.list('check_run', { sessionId, state: 'finished', limit: 50 })
  const last = new Map<string, RecordOf<'check_run'>>()
  for (const run of runs) {
    const isOfThis = run.turn === null || run.turn >= turn
    if (isOfThis && run.result !== null && !last.has(run.checkId)) last.set(run.checkId, run)
  }
  // The agent's own run stands in for a check at a stop: where it is green, the check was not run again.
  const seen = green.flatMap(checksIn)
  const isSeen = (command: string): boolean => {
    const parts = checksIn(command)
    return parts.length > 0 && parts.every((one) => seen.some((run) => covers(run, one)))
  }
  return [...last.values()]
    .filter(({ result, command }) => result !== 'new_failure' || !isSeen(command))
    .map(({ name, result }) => ({ name, result: result! }))
}

/** What no stop closed ends with the session; a lesson about a check that stayed red in it did not help. */
async function closeShown(
  outcome: SessionOutcome,
  { store, storages, now }: Pick<SettleTerms, 'store' | 'storages' | 'now'>,
): Promise<void> {
  const { sessionId } = outcome
  const episodes = await store.list('episode', { sessionId, limit: MAX_EPISODES })
  const inVain = new Set(episodes.filter(isRed).map(({ key }) => factsLessonId(key)))
  for (const storage of storages) {
    const query = { sessionId, outcome: 'open', limit: MAX_EXPOSURES } as const
    const open = await storage.listExposures(query)
    const [red, others] = [true, false].map((isRed) =>
      open.filter(({ lessonId }) => inVain.has(lessonId) === isRed),
    )
    await closeExposures(storage, red!, 'failure', now)
    await closeExposures(storage, others!, exposureOutcome(outcome), now)
  }
}

const exposureOutcome = (outcome: SessionOutcome): Exclude<Exposure['outcome'], 'open'> =>
  !isCountedOutcome(outcome) ? 'unknown' : outcome.status === 'completed' ? 'success' : 'failure'
