/**
 * The event bus with history: what happens around recurring work goes into the log of the store and
 * comes out again in commit order, from any cursor, whichever process wrote it. A body that does not
 * fit its kind is refused before it is logged.
 */
import { hostEventBodies, hostEventKinds } from '../schema/host-event.js'
import type { HostEventBody, HostEventKind } from '../schema/host-event.js'
import type { LogEvent, NewLogEvent } from '../schema/log-event.js'
import type { Store } from '../store.js'

/** One event of recurring work, by its kind. */
export type HostEvent = {
  [K in HostEventKind]: Omit<LogEvent, 'kind' | 'body'> & { kind: K; body: HostEventBody<K> }
}[HostEventKind]

/** A log line of the bus, ready to be written with the records that it tells of. */
export function hostEvent<K extends HostEventKind>(
  kind: K,
  body: HostEventBody<K>,
  {
    at,
    sessionId = null,
    key = null,
  }: { at: string; sessionId?: string | null; key?: string | null },
): NewLogEvent {
  return { at, kind, sessionId, key, body: hostEventBodies[kind].parse(body) }
}

/** Which events are read. */
export interface HostEventQuery {
  /** The cursor: the id of the last event that was read. */
  after?: number
  kinds?: readonly HostEventKind[]
  limit?: number
  order?: 'oldest' | 'newest'
}

/** Reads what happened around recurring work, in commit order, from a cursor. */
export async function readHostEvents(
  store: Store,
  { kinds = hostEventKinds, ...query }: HostEventQuery = {},
): Promise<HostEvent[]> {
  return (await store.readEvents({ ...query, kinds })) as HostEvent[]
}

const PAGE = 200

/** Every event after the cursor, and then every new one each time `changed` resolves. */
export async function* followHostEvents(
  store: Store,
  after: number,
  { changed, signal }: { changed(): Promise<void>; signal: AbortSignal },
): AsyncGenerator<HostEvent> {
  let cursor = after
  while (!signal.aborted) {
    const events = await readHostEvents(store, { after: cursor, limit: PAGE })
    for (const event of events) {
      cursor = event.id
      yield event
    }
    if (events.length < PAGE) await changed()
  }
}
