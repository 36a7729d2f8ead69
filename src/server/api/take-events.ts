/**
 * Events over HTTP: a batch comes in, each event goes through `reflect` like one of a hook, its
 * action goes back. An id that is known changes nothing. No path is ever opened on a client's word:
 * the project is the server's own, and a transcript is not read.
 */
import { generic } from '../../agents/generic/generic.js'
import { isOwnSession } from '../../host/own-session.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { IngestBody, IngestResult } from '../../schema/api/ingest.js'
import { ReflectError } from '../../schema/error.js'
import { reflectEvent, withPausesOfNow } from '../reflect-event.js'
import type { ReflectEventTerms } from '../reflect-event.js'
import type { Answer, ApiDeps } from './api-deps.js'

const BATCH_TIMEOUT_MS = 60_000

export const takeEvents: Answer<'POST /events'> = async ({ body }, opened) => {
  const deps = withPausesOfNow(opened)
  const signal = AbortSignal.any([deps.host.signal, AbortSignal.timeout(BATCH_TIMEOUT_MS)])
  const terms = { isWatched: body.watched === true, signal }
  const results: IngestResult[] = []
  await Promise.all(
    bySession(body.events).map(async (places) => {
      // One after the other: the events of a session have an order.
      for (const at of places) results[at] = await takeEvent(body.events[at]!, terms, deps)
    }),
  )
  const count = (wanted: IngestResult['status']) =>
    results.filter(({ status }) => status === wanted).length
  return {
    accepted: count('accepted'),
    duplicates: count('duplicate'),
    refused: count('refused'),
    results,
  }
}

/** The places of each session's events in the batch; sessions don't wait for each other. */
function bySession(events: IngestBody['events']): number[][] {
  const places = new Map<unknown, number[]>()
  for (const [at, { sessionId }] of events.entries()) {
    const known = places.get(sessionId)
    if (known === undefined) places.set(sessionId, [at])
    else known.push(at)
  }
  return [...places.values()]
}

async function takeEvent(
  raw: Readonly<Record<string, unknown>>,
  terms: ReflectEventTerms,
  deps: ApiDeps,
): Promise<IngestResult> {
  const event = readEvent(raw, deps.host)
  if (event instanceof ReflectError) {
    const id = typeof raw['id'] === 'string' ? raw['id'] : null
    return { id, status: 'refused', action: null, problem: event.message }
  }
  const action = await reflectEvent(event, terms, deps)
  const isKnown = action.kind === 'none' && action.reason === 'duplicate'
  if (isKnown) return { id: event.id, status: 'duplicate', action: null, problem: null }
  return { id: event.id, status: 'accepted', action, problem: null }
}

const NO_PATH = 'a transcript that was named over HTTP is not opened'

function readEvent(
  raw: Readonly<Record<string, unknown>>,
  { nextId, now }: Pick<ApiDeps['host'], 'nextId' | 'now'>,
): AgentEvent | ReflectError {
  const hasPath = typeof raw['transcriptPath'] === 'string'
  const context = { eventName: null, id: nextId(), now: now().toISOString(), degraded: null }
  try {
    const event = generic.decode(
      {
        ...raw,
        cwd: null,
        transcriptPath: null,
        ...(hasPath ? { degraded: NO_PATH } : {}),
      },
      context,
    )!
    if (!isOwnSession(event.sessionId)) return event
    return new ReflectError('usage', `${event.sessionId} is a name of ours`)
  } catch (error) {
    if (error instanceof ReflectError) return error
    throw error
  }
}
