/** What an agent was sent back with in this session, by the log: each failure is told once. */
import { isSure } from '../../evidence/message/is-sure.js'
import type { GuardBodies } from '../../guard/guard-event.js'
import type { Store } from '../../store.js'
import { shortHash } from '../../util/loose-json.js'
import type { StopFacts } from './gate.js'
import type { Judgement } from './verdict.js'

/** A push that went out. */
export interface EarlierFeedback {
  turn: number
  gate: string
  signatures: readonly string[]
}

const MAX_EVENTS = 200

export async function readTold(
  sessionId: string,
  store: Pick<Store, 'readEvents'>,
): Promise<EarlierFeedback[]> {
  const events = await store.readEvents({
    sessionId,
    kinds: ['guard.settled'],
    order: 'newest',
    limit: MAX_EVENTS,
  })
  return events.flatMap(({ body }) => {
    const { action } = body as GuardBodies['guard.settled']
    if (action.kind !== 'continue') return []
    const { gate = '', turn, signature = '' } = action.metadata
    return [{ turn: Number(turn ?? -1), gate, signatures: signature.split(' ') }]
  })
}

/** By these a later stop knows a push. */
export const toldAs = (judgement: Judgement, turn: number): Record<string, string> => ({
  turn: String(turn),
  signature: signaturesOf(judgement).join(' '),
})

/** Why nothing more is said in this turn; null when it may be told. */
export function whyNotAgain(
  judgement: Judgement,
  facts: StopFacts,
  told: readonly EarlierFeedback[],
  { turn, attempts }: { turn: number; attempts: number },
): 'told_before' | 'said_honestly' | null {
  const known = new Set(told.flatMap((push) => (push.turn === turn ? push.signatures : [])))
  if (signaturesOf(judgement).every((signature) => known.has(signature))) return 'told_before'
  return attempts > 0 && admits(facts) && !isLie(judgement) ? 'said_honestly' : null
}

/**
 * The same failure has the same signatures, however often it was measured and in whatever words: what a
 * judgement says it is about, or else its sharpest fact.
 */
export function signaturesOf({ red, reason, about }: Judgement): string[] {
  const sharpest = red.find(({ counts }) => counts)
  const what = sharpest === undefined ? ['model', reason] : [sharpest.gate, sharpest.quote ?? '']
  return (about ?? [what.join('\n').replaceAll(/\d+(?:\.\d+)?/g, '0')]).map(shortHash)
}

const ADMITS: ReadonlySet<string> = new Set(['blocked', 'failed', 'left', 'deviation', 'handover'])

/** By its own words it is not all done. */
const admits = ({ closing }: StopFacts): boolean =>
  closing.sentences.some((sentence) => ADMITS.has(sentence.act) && isSure(sentence, 'hold'))

/** A claim that the record contradicts is not honest, whatever stands beside it. */
const isLie = ({ red }: Judgement): boolean =>
  red.some(({ gate, counts }) => counts && gate === 'contradicted_claim')
