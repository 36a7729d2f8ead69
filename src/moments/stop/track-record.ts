/**
 * How often a gate's pushes turned out to be wrong. Log events and the marks of `reflect wrong` come
 * in, one line per gate goes out. A gate that is wrong too often loses its right to push; it is never
 * silenced, and it earns the right back by its later record.
 */
import { contradicts } from '../../read/prose/contradicts.js'
import { readPush } from '../../guard/read-push.js'
import type { Push } from '../../guard/read-push.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'

export interface GateRecord {
  gate: string
  /** Of its last pushes, at most 20. */
  pushes: number
  against: number
  /** Why each one that counts against it does. */
  reasons: Partial<Record<AgainstReason, number>>
  demoted: boolean
}

type AgainstReason = 'marked_wrong' | 'contradicted'

const WINDOW = 20
/** Fewer pushes than this say nothing about a gate. */
const MIN_PUSHES = 5
const MIN_RIGHT = 0.8

export const WRONG_ACTION = 'verdict_wrong'
const KINDS = ['guard.settled', 'agent.session-aborted', 'agent.prompt-submitted'] as const

/** Reads what the record is made of: the latest pushes and what came right after them. */
export async function readTrackRecord(
  store: Pick<Store, 'readEvents' | 'list'>,
): Promise<GateRecord[]> {
  const events = await store.readEvents({ kinds: KINDS, limit: 2000, order: 'newest' })
  const marks = await store.list('interaction', { subject: WRONG_ACTION, limit: 500 })
  const wrong = marks.map(({ input }) => input)
  return toTrackRecord(events.toReversed(), new Set(wrong))
}

/**
 * Events oldest first, and ids of verdicts that were marked as wrong. A push that the agent does nothing
 * about says something of the agent, not of the gate.
 */
export function toTrackRecord(
  events: readonly LogEvent[],
  wrong: ReadonlySet<string>,
): GateRecord[] {
  const byGate = new Map<string, (AgainstReason | null)[]>()
  for (const [index, event] of events.entries()) {
    const push = readPush(event)
    if (push === null) continue
    const next = events.slice(index + 1).find(({ sessionId }) => sessionId === event.sessionId)
    // The same fact told again is one push, and how the last telling went is how it went.
    if (!wrong.has(push.verdictId) && isRepeat(push, next)) continue
    const reason = wrong.has(push.verdictId) ? 'marked_wrong' : whyAgainst(next)
    byGate.set(push.gate, [...(byGate.get(push.gate) ?? []), reason])
  }
  return [...byGate].map(([gate, reasons]) => toRecord(gate, reasons.slice(-WINDOW)))
}

export const demotedGates = (records: readonly GateRecord[]): Set<string> =>
  new Set(records.filter(({ demoted }) => demoted).map(({ gate }) => gate))

/** The push of this verdict; null when nothing of it went out. */
export const findPush = (events: readonly LogEvent[], verdictId: string): Push | null =>
  events.map(readPush).find((push) => push?.verdictId === verdictId) ?? null

function isRepeat(push: Push, next: LogEvent | undefined): boolean {
  const again = next === undefined ? null : readPush(next)
  return push.fingerprint !== null && again?.fingerprint === push.fingerprint
}

/**
 * What happened next in the session, held against the push. An abort is not: whatever calls the hook
 * can say that there was one.
 */
function whyAgainst(next: LogEvent | undefined): AgainstReason | null {
  if (next?.kind !== 'agent.prompt-submitted') return null
  const { origin, text } = next.body as { origin: string; text: string }
  return origin === 'human' && contradicts(text) ? 'contradicted' : null
}

function toRecord(gate: string, reasons: readonly (AgainstReason | null)[]): GateRecord {
  const counted: GateRecord['reasons'] = {}
  for (const reason of reasons) if (reason !== null) counted[reason] = (counted[reason] ?? 0) + 1
  const against = reasons.filter((reason) => reason !== null).length
  const right = 1 - against / reasons.length
  const demoted = reasons.length >= MIN_PUSHES && right < MIN_RIGHT
  return { gate, pushes: reasons.length, against, reasons: counted, demoted }
}
