/**
 * The account of one recorded session: each of its stops, where an agent's message stood before the next
 * human one, is judged by the same rules as under a hook, but without a tree. What only files could show
 * stays unknown. Nothing is recorded here.
 */
import type { EntryDraft, TranscriptReader, TranscriptSink } from '../agent.js'
import { isSure } from '../read/prose/is-sure.js'
import { toEvidence } from '../read/to-evidence.js'
import { beginLedger, toLedger } from '../read/ledger.js'
import { ledgerSink } from '../read/transcript.js'
import { judgeWeakened } from '../read/weakened/judge-weakened.js'
import { NO_TREE } from '../judge/world.js'
import { weakenedWords } from '../data/weakened-words.js'
import { judgeByAccount } from '../moments/stop/judge-by-account.js'
import { toStopFacts } from '../moments/stop/facts.js'
import { toVerdictAction } from '../moments/stop/verdict-action.js'
import type { Judgement, RedGate } from '../moments/stop/verdict.js'
import { whySkipped } from '../moments/stop/why-skipped.js'
import type { AuditAccount, AuditEnd, AuditStop, AuditWeakened } from '../schema/audit.js'
import type { Evidence, Ledger, LedgerEpisode } from '../schema/evidence.js'
import type { Sentence } from '../schema/sentence.js'
import type { PointKind } from '../schema/point-kind.js'
import { shown, toRed } from './failing-checks.js'
import { readSource } from './read-source.js'
import type { SessionSource } from './read-source.js'
import { watchEdits } from './watch-edits.js'
import { watchLoops } from './watch-loops.js'

const MAX_OPEN = 10
const MAX_WEAKENED = 10
const MAX_RED = 20

/** A stop, with what it was judged by. */
export interface JudgedStop {
  evidence: Evidence
  /** Else nothing was there to judge, or nothing tells when it was. */
  isJudged: boolean
  end: AuditEnd
  why: string
  /** Open points that the record alone shows. */
  open: RedGate[]
}

/** Sees what goes by: each entry with its step, before it is taken in, each stop, and which checks went red. */
export interface SessionWatch {
  entry(draft: EntryDraft, step: number): void
  stop(stop: JudgedStop): void
  end(episodes: readonly LedgerEpisode[]): void
}

export async function judgeSession(
  source: SessionSource,
  reader: TranscriptReader,
  watch?: SessionWatch,
): Promise<AuditAccount> {
  const state = beginLedger()
  const base = ledgerSink(state)
  const edits = watchEdits()
  const loops = watchLoops(state)
  const account: AuditAccount = {
    stops: 0,
    end: 'silent',
    why: '',
    open: [],
    loops: [],
    red: [],
    weakened: [],
  }
  const stop = (): void => {
    const judged = judgeStop(toLedger(state), edits.shapes())
    addStop(judged, account)
    watch?.stop(judged)
  }
  const sink: TranscriptSink = {
    ...base,
    entry(draft: EntryDraft) {
      if (draft.kind === 'human') {
        if (state.ledger.lastMessage !== null) stop()
        edits.nextTurn()
        loops.nextTurn()
      }
      edits.take(draft)
      watch?.entry(draft, state.ledger.steps)
      base.entry(draft)
      loops.take(draft)
    },
  }
  await readSource(source, reader, sink)
  account.end = 'silent'
  account.why = ''
  if (state.ledger.lastMessage !== null) stop()
  else if (state.ledger.interrupted) account.end = 'aborted'
  loops.nextTurn()
  account.loops = loops.found()
  const { episodes } = toLedger(state)
  account.red = episodes.slice(-MAX_RED).map(toRed)
  watch?.end(episodes)
  return account
}

function judgeStop(ledger: Ledger, shapes: Parameters<typeof judgeWeakened>[0]): JudgedStop {
  const evidence = evidenceOf(ledger, shapes)
  const skipped = whySkipped({ event: STOPPED, evidence })
  if (skipped !== null) {
    const asked = skipped.reason === 'waiting' ? openQuestion(evidence) : null
    const end = asked === null ? (ENDS[skipped.reason] ?? 'silent') : 'waiting'
    const why = asked === null ? '' : shown(asked, 300)
    return { evidence, isJudged: false, end, why, open: [] }
  }
  const judgement = judgeByAccount(toStopFacts(evidence), NO_TREE)
  const open = judgement.red.filter((red) => red.counts && isShownByRecord(red, evidence))
  const end = endOf(judgement, open.length > 0)
  const isJudged = evidence.lastActivityAt !== null
  if (!isJudged && end !== 'waiting')
    return { evidence, isJudged, end: 'undated', why: '', open: [] }
  const why = shown(judgement.waitsFor ?? open[0]?.fact ?? judgement.reason, 300)
  return { evidence, isJudged, end, why, open: end === 'open' ? open : [] }
}

function addStop({ evidence, isJudged, end, why, open }: JudgedStop, account: AuditAccount): void {
  if (isJudged) account.stops += 1
  account.end = end
  account.why = why
  if (open.length > 0) push(account.open, toStop(open[0]!, evidence), MAX_OPEN)
  for (const one of untold(evidence)) push(account.weakened, one, MAX_WEAKENED)
}

function push<T>(list: T[], item: T, max: number): void {
  list.push(item)
  if (list.length > max) list.shift()
}

/** All that `whySkipped` asks of an event. */
const STOPPED = { kind: 'session-stopped' } as Parameters<typeof whySkipped>[0]['event']

const ENDS: Readonly<Record<string, AuditEnd>> = {
  aborted: 'aborted',
  waiting: 'cut',
  errored: 'errored',
}

/** A question or a plan that a person was shown and did not answer; null where something else is under way. */
function openQuestion({ pending, session, lastMessage, interrupted }: Evidence): string | null {
  if (interrupted) return null
  const asking = pending.find(({ toolKind }) => toolKind === 'ask' || toolKind === 'plan')
  if (asking !== undefined) return lastMessage ?? asking.action
  return session.mode === 'plan' && pending.length === 0 ? lastMessage : null
}

function evidenceOf(ledger: Ledger, shapes: Parameters<typeof judgeWeakened>[0]): Evidence {
  const at = ledger.lastActivityAt ?? NO_TIME
  const parts = { at, ledger, repository: null, lastMessage: null, degraded: [], look: null }
  const evidence = toEvidence(parts)
  if (shapes.length === 0) return evidence
  return { ...evidence, weakened: judgeWeakened(shapes, { ledger, sentences: evidence.sentences }) }
}

const NO_TIME = '1970-01-01T00:00:00.000Z'

/**
 * Whether the record alone shows it. A linter is often run in another way the second time; what was edited since
 * it ran may have been checked by a hook of a commit or a push; a claim in a table, or one that is only likely, is none.
 */
function isShownByRecord({ gate, fact }: RedGate, evidence: Evidence): boolean {
  if (gate !== 'red' && gate !== 'unbacked') return BY_RECORD.has(gate)
  const run = evidence.commands.findLast(({ key }) => fact.includes(key))
  const isRed = run?.result === 'failed' && run.kind !== 'lint' && run.kind !== 'format'
  if (gate === 'red') return isRed
  return evidence.sentences.some(isPlainClaim) && (isRed || !isDeliveredSince(evidence))
}

/** Something was committed or pushed after the last edit. */
const isDeliveredSince = ({ delivery, lastEditStep }: Evidence): boolean =>
  Math.max(delivery.lastCommitStep ?? -1, delivery.lastPush?.step ?? -1) > (lastEditStep ?? -1)

const BY_RECORD: ReadonlySet<string> = new Set(['undelivered', 'weakened', 'forbidden'])

const isPlainClaim = (sentence: Sentence): boolean =>
  sentence.act === 'passed' &&
  (sentence.form === 'prose' || sentence.form === 'item') &&
  isSure(sentence, 'push')

/** What only a tree could settle is no open point here. */
function endOf(judgement: Judgement, isOpen: boolean): AuditEnd {
  const { proposal, end } = toVerdictAction(judgement, '')
  if (proposal.kind === 'continue') return isOpen ? 'open' : 'unproven'
  if (end === 'waiting') return 'waiting'
  return judgement.complete === true ? 'proven' : 'unproven'
}

function toStop(red: RedGate, evidence: Evidence): AuditStop {
  const { messages, total } = evidence.request
  return {
    at: evidence.lastActivityAt,
    turn: total,
    kind: red.gate as PointKind,
    severity: red.severity,
    asked: shown(messages.at(-1)?.text ?? '', 200),
    said: shown(red.read?.text ?? closingLine(evidence), 240),
    fact: shown(red.fact, 300),
    quote: red.quote === null ? null : shown(red.quote, 240),
  }
}

/** The sentence that states the result; else the first one. */
function closingLine({ sentences, lastMessage }: Evidence): string {
  const own = sentences.filter(({ form }) => form === 'prose' || form === 'item')
  const claim = own.find(({ act }) => act === 'passed') ?? own.find(({ act }) => act === 'done')
  return (claim ?? own[0])?.text ?? lastMessage ?? ''
}

const untold = ({ weakened, lastActivityAt }: Evidence): AuditWeakened[] =>
  weakened
    .filter(({ asked, disclosed }) => !asked && !disclosed)
    .map(({ kind, file, detail }) => ({
      at: lastActivityAt,
      file: shown(file, 200),
      what: weakenedWords(kind).what,
      detail: shown(detail, 200),
    }))
