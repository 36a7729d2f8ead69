import * as z from 'zod/mini'
import type { LogItem } from '../../schema/api/log.js'
import { ReflectError } from '../../schema/error.js'
import type { Interaction } from '../../schema/interaction.js'
import { Timestamp } from '../../schema/scalar.js'
import type { EventQuery, Span } from '../../store.js'
import { clip } from '../../util/clip.js'
import type { RouteHandler } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { beyondOf, decodeCursor, encodeCursor } from './cursor.js'
import { toEventItem } from './event-item.js'
import { hasWords } from './has-words.js'
import { scanPage } from './scan-page.js'

const MAX_SHOWN = 600

/** The interaction log, newest first; long texts are cut. */
export const listLog: RouteHandler<'GET /log'> = ({ query }, { host: { store } }) => {
  const { action, session, since, before } = query
  return scanPage<Interaction, LogItem>({
    limit: query.limit ?? PAGE_SIZE,
    ...beyondOf(query.cursor),
    takesAll: query.q === undefined,
    read: (place) =>
      store.page('interaction', {
        ...place,
        ...(action === undefined ? {} : { subject: action }),
        ...(session === undefined ? {} : { sessionId: session }),
        ...(since === undefined ? {} : { since }),
        ...(before === undefined ? {} : { before }),
      }),
    placeOf: ({ timestamp, id }) => ({ at: timestamp, id }),
    toItem: (entry) => (hasWords(textsOf(entry), query.q) ? toLogItem(entry) : null),
  })
}

const textsOf = ({ action, session, input, output }: Interaction): string[] => [
  action,
  session,
  input,
  output,
]

function toLogItem(entry: Interaction): LogItem {
  const input = clip(entry.input, MAX_SHOWN)
  const output = clip(entry.output, MAX_SHOWN)
  const isCut = input !== entry.input || output !== entry.output
  return { ...entry, input, output, isCut }
}

export const readLogEntry: RouteHandler<'GET /log/{id}'> = async (
  { params },
  { host: { store } },
) => {
  const entry = await store.get('interaction', params.id)
  if (entry !== null) return entry
  throw missing(`There is no entry "${params.id.slice(0, 80)}" in the log`)
}

const TimeCursor = z.tuple([Timestamp, z.int()])

/** The event log, newest first: by its own order, or by time where a time is asked for. */
export const listEvents: RouteHandler<'GET /events'> = async ({ query }, { host: { store } }) => {
  const { limit = PAGE_SIZE, kind, session, since, before, cursor } = query
  const isTimed = since !== undefined || before !== undefined
  const asked: EventQuery = {
    order: 'newest',
    limit: limit + 1,
    ...(session === undefined ? {} : { sessionId: session }),
    ...(kind === undefined ? {} : { kinds: kindsOf(kind, await store.listEventKinds()) }),
    ...(isTimed ? { during: during(query) } : beforeOf(cursor)),
  }
  const found = await store.readEvents(asked)
  const events = found.slice(0, limit)
  const last = events.at(-1)
  const isLast = found.length <= limit || last === undefined
  return {
    items: events.map(toEventItem),
    next: isLast ? null : encodeCursor(isTimed ? [last.at, last.id] : last.id),
  }
}

const beforeOf = (cursor: string | undefined): { before?: number } =>
  cursor === undefined ? {} : { before: decodeCursor(cursor, z.int()) }

function during({
  since,
  before,
  cursor,
}: {
  since?: string | undefined
  before?: string | undefined
  cursor?: string | undefined
}): Span {
  const place = cursor === undefined ? undefined : decodeCursor(cursor, TimeCursor)
  return {
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before }),
    ...(place === undefined ? {} : { beyond: { at: place[0], id: place[1] } }),
  }
}

/** A family is all kinds that begin so. */
const kindsOf = (asked: string, known: readonly string[]): string[] =>
  asked.endsWith('.') ? known.filter((kind) => kind.startsWith(asked)) : [asked]

export const readEvent: RouteHandler<'GET /events/{id}'> = async (
  { params },
  { host: { store } },
) => {
  const { id } = params
  const [event] = await store.readEvents({ after: id - 1, before: id + 1, limit: 1 })
  if (event !== undefined) return event
  throw missing(`The event log has no line ${id}`)
}

const missing = (message: string): ReflectError =>
  new ReflectError('not-found', message, { remedy: 'It may have been deleted because of its age.' })
