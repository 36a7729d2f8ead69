/** What an agent was sent back with in this session, by the log: the same point at most three times a turn. */
import { isReport } from '../../read/prose/is-report.js'
import { isSure } from '../../read/prose/is-sure.js'
import type { GuardBodies } from '../../guard/guard-event.js'
import type { Store } from '../../store.js'
import { wordSet } from '../../util/word-set.js'
import { shortHash } from '../../util/loose-json.js'
import type { StopFacts } from './facts.js'
import type { Judgement } from './verdict.js'

/** A push that went out. */
export interface EarlierFeedback {
  turn: number
  gate: string
  signatures: readonly string[]
  /** How many calls the session had then. */
  calls: number
}

const MAX_EVENTS = 200

export async function readTold(
  sessionId: string,
  store: Pick<Store, 'readEvents'>,
): Promise<EarlierFeedback[]> {
  const kinds = ['guard.settled'] as const
  const events = await store.readEvents({ sessionId, kinds, order: 'newest', limit: MAX_EVENTS })
  return events.flatMap(({ body }) => {
    const { action } = body as GuardBodies['guard.settled']
    if (action.kind !== 'continue') return []
    const { gate = '', turn, signature = '', calls } = action.metadata
    const at = { turn: Number(turn ?? -1), calls: Number(calls ?? 0) }
    return [{ ...at, gate, signatures: signature.split(' ') }]
  })
}

/** By these a later stop knows a push. */
export const toldAs = (
  judgement: Judgement,
  turn: number,
  { evidence }: StopFacts,
): Record<string, string> => ({
  turn: String(turn),
  calls: String(evidence.totals.toolCalls),
  signature: signaturesOf(judgement).join(' '),
})

/** The pushes of this turn that were about the same. */
export function toldBefore(
  judgement: Judgement,
  told: readonly EarlierFeedback[],
  turn: number,
): EarlierFeedback[] {
  const now = signaturesOf(judgement)
  return told.filter(
    (push) => push.turn === turn && now.every((signature) => push.signatures.includes(signature)),
  )
}

/**
 * Why nothing more is said in this turn; null when it may be told. It is told again only to an agent that acted
 * since, or that states the opposite once more; one that says how it is, is let go.
 */
export function whyNotAgain(
  judgement: Judgement,
  facts: StopFacts,
  before: readonly EarlierFeedback[],
  { attempts }: { attempts: number },
): 'told_before' | 'said_honestly' | null {
  if (before.length >= MAX_TIMES) return 'told_before'
  const hasActed = before.every(({ calls }) => facts.evidence.totals.toolCalls > calls)
  if (before.length > 0 && !hasActed && !statesDone(facts)) return 'told_before'
  return attempts > 0 && admits(facts) && !isLie(judgement) ? 'said_honestly' : null
}

const MAX_TIMES = 3

const statesDone = ({ closing }: StopFacts): boolean =>
  closing.sentences.some((sentence) => isReport(sentence) && isSure(sentence, 'note'))

/**
 * The same failure has the same signatures, however often it was measured: what a judgement says it is about, or
 * else its sharpest fact. 20 failures and 19 are two states.
 */
export function signaturesOf({ red, reason, about }: Judgement): string[] {
  const sharpest = red.find(({ counts }) => counts)
  const what = sharpest === undefined ? ['model', reason] : [sharpest.gate, sharpest.quote ?? '']
  return (about ?? [what.join('\n').replaceAll(TIMES, '')]).map(shortHash)
}

/** How long it took is no part of what failed. */
const TIMES = /\b\d{1,9}(?:\.\d{1,9})? ?(?:ms|s|m|sec|seconds)\b|\b\d{1,9}\.\d{1,9}/g

const ADMITS = wordSet('blocked failed left deviation handover')

/** By its own words it is not all done. */
const admits = ({ closing }: StopFacts): boolean =>
  closing.sentences.some((sentence) => ADMITS.has(sentence.act) && isSure(sentence, 'hold'))

/** A result that nothing backs is not honest, whatever stands beside it. */
const LIES: ReadonlySet<string> = new Set(['unbacked', 'unsourced'])
const isLie = ({ red }: Judgement): boolean =>
  red.some(({ gate, counts }) => counts && LIES.has(gate))
