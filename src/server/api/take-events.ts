/**
 * Events over HTTP: a batch comes in, each event goes through `reflect` like one of a hook, its
 * action goes back. An id that is known changes nothing, and one that fails costs no other its
 * action. No path is ever opened on a client's word: the project is the server's own, and a
 * transcript is not read. With the mode off nothing is stored at all.
 */
import { setMaxListeners } from 'node:events'
import { generic } from '../../agents/generic/generic.js'
import { payloadObject } from '../../agents/payload-object.js'
import type { GuardBodies } from '../../guard/guard-event.js'
import { isOwnSession } from '../../host/own-session.js'
import type { Action } from '../../schema/action.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { IngestBody, IngestReport, IngestResult } from '../../schema/api/ingest.js'
import { ReflectError } from '../../schema/error.js'
import { asRecord, asText } from '../../util/loose-json.js'
import { problemOf } from '../http/problem-of.js'
import { reflectEvent, withFreshConfig } from '../reflect-event.js'
import type { ReflectEventTerms } from '../reflect-event.js'
import type { RouteHandler, ApiDeps } from './api-deps.js'

const BATCH_TIMEOUT_MS = 60_000

export const takeEvents: RouteHandler<'POST /events'> = async ({ body }, opened) => {
  const deps = await withFreshConfig(opened)
  if (deps.workspace.loaded.values.mode === 'off') return toReport(body.events.map(isOff))
  const signal = AbortSignal.any([deps.host.signal, AbortSignal.timeout(BATCH_TIMEOUT_MS)])
  // Each session of the batch listens to it.
  setMaxListeners(0, signal)
  const terms = { isWatched: body.watched === true, signal }
  const results: IngestResult[] = []
  await Promise.all(
    bySession(body.events).map(async (places) => {
      // One after the other: the events of a session have an order.
      for (const at of places) {
        results[at] = { index: at, ...(await takeSafely(body.events[at], terms, deps)) }
        // Other requests get a turn: a batch may bring hundreds of long texts.
        await new Promise((resolve) => void setImmediate(resolve))
      }
    }),
  )
  return toReport(results)
}

function toReport(results: IngestResult[]): IngestReport {
  const count = (wanted: IngestResult['status']) =>
    results.filter(({ status }) => status === wanted).length
  return {
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    refused: count('refused'),
    failed: count('failed'),
    off: count('off'),
    results,
  }
}

const OFF = { kind: 'none', reason: 'off' } as const

const isOff = (raw: unknown, index: number): IngestResult => ({
  index,
  id: idOf(raw),
  status: 'off',
  action: OFF,
  problem: null,
})

/** What came of one event, wherever it stood in the batch. */
type Taken = Omit<IngestResult, 'index'>

const idOf = (raw: unknown): string | null => asText(asRecord(raw)['id'])

/** The places of each session's events in the batch; sessions don't wait for each other. */
function bySession(events: IngestBody['events']): number[][] {
  const places = new Map<unknown, number[]>()
  for (const [at, event] of events.entries()) {
    const { sessionId } = asRecord(event)
    const known = places.get(sessionId)
    if (known === undefined) places.set(sessionId, [at])
    else known.push(at)
  }
  return [...places.values()]
}

async function takeSafely(raw: unknown, terms: ReflectEventTerms, deps: ApiDeps): Promise<Taken> {
  try {
    return await takeEvent(raw, terms, deps)
  } catch (error) {
    deps.log(`an event over HTTP failed: ${error instanceof Error ? error.message : String(error)}`)
    return { id: idOf(raw), status: 'failed', action: null, problem: problemOf(error).detail }
  }
}

async function takeEvent(raw: unknown, terms: ReflectEventTerms, deps: ApiDeps): Promise<Taken> {
  const event = readEvent(raw, deps.host)
  if (event instanceof ReflectError) {
    return { id: idOf(raw), status: 'refused', action: null, problem: event.message }
  }
  const action = await reflectEvent(event, terms, deps)
  const isKnown = action.kind === 'none' && action.reason === 'duplicate'
  if (!isKnown) return { id: event.id, status: 'accepted', action, problem: null }
  const settled = await findSettled(event, deps.host)
  return { id: event.id, status: 'duplicate', action: settled, problem: null }
}

/** Recent enough for a sender that did not get the answer. */
const MAX_SETTLED = 200

/** What went out for an event the first time. */
async function findSettled(
  { id, sessionId }: AgentEvent,
  { store }: Pick<ApiDeps['host'], 'store'>,
): Promise<Action | null> {
  const lines = await store.readEvents({
    sessionId,
    kinds: ['guard.settled'],
    order: 'newest',
    limit: MAX_SETTLED,
  })
  const bodies = lines.map(({ body }) => body as GuardBodies['guard.settled'])
  return bodies.find(({ eventId }) => eventId === id)?.action ?? null
}

const NO_PATH = 'a transcript that was named over HTTP is not opened'

function readEvent(
  raw: unknown,
  { nextId, now }: Pick<ApiDeps['host'], 'nextId' | 'now'>,
): AgentEvent | ReflectError {
  const context = { eventName: null, id: nextId(), now: now().toISOString(), degraded: null }
  try {
    const payload = payloadObject(raw)
    const hasPath = typeof payload['transcriptPath'] === 'string'
    const event = generic.decode(
      {
        ...payload,
        cwd: null,
        transcriptPath: null,
        ...(hasPath ? { degraded: NO_PATH } : {}),
      },
      context,
    )!
    if (!isOwnSession(event.sessionId)) return event
    return new ReflectError('usage', `${event.sessionId} is a reserved name`)
  } catch (error) {
    if (error instanceof ReflectError) return error
    throw error
  }
}
