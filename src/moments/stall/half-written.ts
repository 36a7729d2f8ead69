/**
 * A message that hangs half-written: the client calls the session busy, nothing is pending, and the text has not
 * grown for `stall.minAgeMs`. A busy session takes no prompt before that message ends, so the person is told.
 */
import { lookIn } from '../../guard/due.js'
import { shortHash } from '../../util/loose-json.js'
import type { Answer, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { noteInteraction } from '../note-interaction.js'

const KEPT_MS = 60 * 60_000

/** null where the session is not in the middle of a message. */
export async function onHalfWritten(
  input: MomentInput,
  ports: MomentPorts,
): Promise<Answer | null> {
  const { event, evidence, session, config, watcher, now } = input
  const isBusy = event.kind === 'session-idle-long' && event.idleMs === 0
  const isHalf = evidence.lastMessageCompleted === false && evidence.pending.length === 0
  if (!isBusy || !isHalf || watcher === null || session.openRequests.length > 0) return null
  const { sessionId, turn } = session
  const { minAgeMs } = config.stall
  const key = `half-written:${sessionId}:${turn}`
  const mark = shortHash(`${evidence.steps} ${evidence.lastMessage ?? ''}`)
  const [kept = '', since = now] = ((await ports.store.readCache(key, now)) ?? '').split(' ')
  const from = kept === mark ? since : now
  const waitedMs = Date.parse(now) - Date.parse(from)
  const expiresAt = new Date(Date.parse(now) + KEPT_MS).toISOString()
  await ports.store.writeCache(key, `${mark} ${from}`, expiresAt)
  if (waitedMs < minAgeMs) {
    const record = lookIn(minAgeMs - waitedMs, { sessionId, owner: watcher, now })
    return { ...nothing('half_written'), records: [{ kind: 'due', record }] }
  }
  const text = `The agent's message has not grown for ${Math.round(waitedMs / 1000)} s: stop it and tell it to go on`
  return {
    ...nothing('genuinely_stuck'),
    records: [noteInteraction('stall', `genuinely_stuck (0.85, rules): ${text}`, input, ports)],
    proposal: { kind: 'toast', level: 'warning', text },
    fingerprint: `stall:${key}:${mark}`,
  }
}
