import { isSure } from '../../evidence/message/is-sure.js'
import type { Store } from '../../store.js'
import { shortHash } from '../../util/loose-json.js'
import type { StopFacts } from './gate.js'
import type { Judgement } from './judge-by-rules.js'

/** What the agent was sent back with in this turn: each failure is told once. */
export interface Told {
  /** Why nothing more is said of it; null when it may be told. */
  why: 'told_before' | 'said_honestly' | null
  /** Notes that it is told now. */
  note(): Promise<void>
}

interface Turn {
  sessionId: string
  turn: number
  /** Pushes of this turn so far. */
  attempts: number
}

export async function readTold(
  judgement: Judgement,
  facts: StopFacts,
  { sessionId, turn, attempts }: Turn,
  { store, now, expiresAt }: { store: Pick<Store, 'readCache' | 'writeCache'> } & Times,
): Promise<Told> {
  const key = `told:${sessionId}:${turn}`
  const told = ((await store.readCache(key, now)) ?? '').split(' ')
  const signature = signatureOf(judgement)
  const isHonest = attempts > 0 && admits(facts) && !isLie(judgement)
  return {
    why: told.includes(signature) ? 'told_before' : isHonest ? 'said_honestly' : null,
    note: () => store.writeCache(key, [...told, signature].join(' ').trim(), expiresAt),
  }
}

interface Times {
  now: string
  expiresAt: string
}

/** The same failure has the same signature, however often it was measured. */
function signatureOf({ red, reason }: Judgement): string {
  const sharpest = red.find(({ counts }) => counts)
  const what = sharpest === undefined ? ['model', reason] : [sharpest.gate, sharpest.quote ?? '']
  return shortHash(what.join('\n').replaceAll(/\d+(?:\.\d+)?/g, '0'))
}

const ADMITS: ReadonlySet<string> = new Set(['blocked', 'failed', 'left', 'deviation', 'handover'])

/** By its own words it is not all done. */
const admits = ({ closing }: StopFacts): boolean =>
  closing.sentences.some((sentence) => ADMITS.has(sentence.act) && isSure(sentence, 'hold'))

/** A claim that the record contradicts is not honest, whatever stands beside it. */
const isLie = ({ red }: Judgement): boolean =>
  red.some(({ gate, counts }) => counts && gate === 'contradicted_claim')
