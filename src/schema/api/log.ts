import * as z from 'zod/mini'
import { Interaction } from '../interaction.js'
import { LogEvent } from '../log-event.js'
import { Count, Id, Timestamp } from '../scalar.js'
import { PageQuery, pageOf, SearchText, TimeQuery } from './page.js'

export const LogQuery = z.strictObject({
  ...PageQuery.shape,
  ...TimeQuery.shape,
  action: z.optional(Id),
  session: z.optional(Id),
  /** Words in the entry. */
  q: z.optional(SearchText),
})
export type LogQuery = z.infer<typeof LogQuery>

/** An entry of the interaction log; long texts are cut here and whole at `/log/{id}`. */
export const LogItem = z.strictObject({ ...Interaction.shape, isCut: z.boolean() })
export type LogItem = z.infer<typeof LogItem>

export const LogPage = pageOf(LogItem)
export type LogPage = z.infer<typeof LogPage>

export const EventQuery = z.strictObject({
  ...PageQuery.shape,
  ...TimeQuery.shape,
  /** An exact kind such as `guard.settled`, or a family with its dot: `agent.` */
  kind: z.optional(Id),
  session: z.optional(Id),
})
export type EventQuery = z.infer<typeof EventQuery>

/** A line of the event log, without its body. The live feed has the same lines. */
export const EventItem = z.strictObject({
  /** The commit order; `Last-Event-ID` of the live feed. */
  id: z.int(),
  at: Timestamp,
  kind: z.string(),
  sessionId: z.nullable(Id),
  /** One line for people. */
  summary: z.string(),
  /** How much it wants to be seen. */
  tone: z.enum(['quiet', 'normal', 'good', 'warning', 'bad']),
})
export type EventItem = z.infer<typeof EventItem>

/** Newest first. */
export const EventPage = pageOf(EventItem)
export type EventPage = z.infer<typeof EventPage>

/** A line with its body, whole. */
export const EventDetail = LogEvent
export type EventDetail = z.infer<typeof EventDetail>

/** What the `data` of one frame of `GET /live` holds; its `id` is that of the last line. */
export const LiveFrame = z.strictObject({
  /** Oldest first. */
  events: z.array(EventItem),
  /** Lines before these that were left out because too many came at once: lists have them. */
  skipped: Count,
})
export type LiveFrame = z.infer<typeof LiveFrame>

export const LiveQuery = z.strictObject({
  /** Where to go on from when there is no `Last-Event-ID`; absent: from now. */
  after: z.optional(Count),
})

/** What lists can be filtered by, as far as it occurs. */
export const Facets = z.strictObject({
  agents: z.array(z.string()),
  projects: z.array(z.string()),
  actions: z.array(z.string()),
  kinds: z.array(z.string()),
})
export type Facets = z.infer<typeof Facets>
