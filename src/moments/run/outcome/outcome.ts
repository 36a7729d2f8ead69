import { checksAtEnd } from '../../attempt-failure.js'
import { isTakenBack } from '../../../read/ledger/was-put-back.js'
import { isReport } from '../../../read/prose/is-report.js'
import { isSure } from '../../../read/prose/is-sure.js'
import { weighDemands } from '../../../read/demands/weigh-demands.js'
import { headSafely, oneLineSafely, tailSafely } from '../../../safety/clip-safely.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../../moment.js'
import { nothing } from '../../moment.js'
import { ownFiles } from '../../own-files.js'
import { NO_FACTS, outcomeDueId, readEndFacts, toDueRow } from './end-facts.js'
import type { EndFacts } from '../../../schema/end-facts.js'

/**
 * A session may end at any stop, and says nothing when it is just left: at each prompt and stop the
 * facts are kept by which the next start of a session settles how this one ended.
 */
export const outcome: Moment = { name: 'outcome', passive: true, reflect: keepFacts }

const MAX_REPLIES = 3
const MAX_REPLY_CHARS = 1000
const MAX_SAID_CHARS = 600
const MAX_NAMES = 20
const MAX_COMMAND_CHARS = 200

async function keepFacts(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, session, now } = input
  const isOwn = ports.environment.parent !== null || session.parentSessionId !== null
  if (isOwn || !input.config.run.enabled) return nothing('logged')
  const isPrompt = event.kind === 'prompt-submitted' && event.origin === 'human'
  const isEnd = event.kind === 'session-ended'
  if (!isPrompt && !isEnd && event.kind !== 'session-stopped') return nothing('logged')
  const row = await ports.store.get('due', outcomeDueId(session.sessionId))
  const known = row === null ? null : readEndFacts(row)
  if (isEnd) return known === null ? nothing('logged') : atEnd(known, input)
  const interactive = ports.isAttended ?? known?.interactive ?? null
  const facts = {
    ...(isPrompt
      ? withReply(known, event.text)
      : atStop(known, input, await ownFiles(input, ports.store))),
    interactive,
  }
  const record = toDueRow(session.sessionId, facts, now)
  return { ...nothing(isPrompt ? 'logged' : 'captured'), records: [{ kind: 'due', record }] }
}

/** What no stop told: a turn that a person ended had its tokens, too. */
function atEnd(known: EndFacts, { evidence, session, now }: MomentInput): Answer {
  const { tokens } = evidence.totals
  const usage = evidence.usage ?? known?.usage
  if (tokens === undefined || tokens === known.tokens) return nothing('logged')
  const record = toDueRow(session.sessionId, { ...known, tokens, usage }, now)
  return { ...nothing('captured'), records: [{ kind: 'due', record }] }
}

/** Words of a human after a stop; those before the first one ask for the work. */
function withReply(known: EndFacts | null, text: string): EndFacts {
  if (known === null || known.turn === 0) return known ?? NO_FACTS
  const replies = [...known.replies, headSafely(text, MAX_REPLY_CHARS)].slice(-MAX_REPLIES)
  return { ...known, replies }
}

/** The work, and what was said of it last, are of the last turn that did anything; the rest is of now. */
function atStop(
  known: EndFacts | null,
  { evidence, session, event }: MomentInput,
  files: readonly string[],
): Omit<EndFacts, 'interactive'> {
  const lastMessage = event.kind === 'session-stopped' ? event.lastMessage : null
  const turn = Math.max(1, session.turn)
  const isOfWork = known === null || known.turn === 0 || known.turn === turn
  const work =
    isOfWork || hasWorked(evidence, known)
      ? {
          turn,
          said: tailSafely(evidence.lastMessage ?? lastMessage ?? '', MAX_SAID_CHARS),
          saidDone: saidDone(evidence),
          replies: [],
        }
      : {
          turn: known.turn,
          said: known.said,
          saidDone: known.saidDone,
          replies: known.replies,
        }
  const { result, green, red } = checksAtEnd(evidence)
  const { repository } = evidence
  return {
    ...work,
    next: null,
    committed: null,
    result,
    green: bounded(green),
    red: bounded(red),
    undelivered: undelivered(evidence),
    idle: idleTests(evidence),
    branch: repository?.branch ?? evidence.session.branch,
    model: evidence.session.model ?? known?.model ?? null,
    tokens: evidence.totals.tokens ?? known?.tokens,
    usage: evidence.usage ?? known?.usage,
    skillsRead: union(known?.skillsRead ?? [], evidence.skillsRead ?? []),
    base: repository?.base ?? null,
    head: repository?.head ?? null,
    files: files.slice(0, MAX_NAMES),
    thrownAway: isThrownAway(evidence),
    fingerprint: evidence.fingerprint,
  }
}

const saidDone = ({ sentences }: Evidence): boolean | undefined =>
  sentences.length === 0
    ? undefined
    : sentences.some((sentence) => isReport(sentence) && isSure(sentence, 'note'))

/**
 * Source was edited, a command of git took changes back since, and git shows neither a change nor a commit.
 * Where an edit itself made a file what it was, nothing is lost.
 */
function isThrownAway({ repository, lastEditStep, recent }: Evidence): boolean {
  if (repository === null || lastEditStep === null || repository.head === null) return false
  return (
    repository.filesChanged.length === 0 &&
    repository.base === repository.head &&
    isTakenBack(lastEditStep, { recent })
  )
}

/** By the edits of this turn; without a transcript, by what changed since the stop before. */
function hasWorked(evidence: Evidence, known: EndFacts): boolean {
  if (evidence.totals.lines === 0) return evidence.fingerprint !== known.fingerprint
  const turn = evidence.request.total
  return evidence.edits.some((edit) => edit.turn === turn)
}

/** A commit, push, pull request or deployment that a person asks for, and that the record does not have. */
function undelivered(evidence: Evidence): string | null {
  const missed = weighDemands(evidence.demands ?? [], evidence).find(
    ({ kind, source, status }) => kind === 'deliver' && source === 'human' && status === 'not_met',
  )
  return missed === undefined ? null : oneLineSafely(missed.sentence, MAX_COMMAND_CHARS)
}

/** Tests that a person asks for, and that check nothing as they are written. */
function idleTests({ demands = [] }: Evidence): string | null {
  const idle = demands.find(
    ({ state, source, wants }) =>
      state === 'asked' && source === 'human' && wants.some((one) => one.idle !== undefined),
  )
  return idle === undefined ? null : oneLineSafely(idle.sentence, MAX_COMMAND_CHARS)
}

const bounded = (commands: readonly string[]): string[] =>
  commands.slice(0, MAX_NAMES).map((command) => oneLineSafely(command, MAX_COMMAND_CHARS))

const union = (known: readonly string[], more: readonly string[]): string[] =>
  [...new Set([...known, ...more])].slice(0, MAX_NAMES)
