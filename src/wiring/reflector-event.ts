/**
 * What a program tells a reflector: an AgentEvent of which only what can't be filled in is needed.
 * An unknown or missing field is refused by name, before anything is recorded.
 */
import { AgentEvent } from '../schema/agent-event.js'
import type { AgentEventKind, AgentEventOf } from '../schema/agent-event.js'
import { ReflectError } from '../schema/error.js'
import { nearest } from '../util/nearest.js'

/** What each kind needs besides its session. */
const NEEDED = {
  'session-started': [],
  'prompt-submitted': ['text'],
  'tool-finished': ['tool'],
  'session-stopped': [],
  'subagent-stopped': [],
  'session-idle-long': ['idleMs'],
  'session-compacting': [],
  'session-compacted': [],
  'session-aborted': [],
  'session-errored': ['error'],
  'permission-asked': ['requestId'],
  'permission-answered': ['requestId', 'granted'],
  'session-ended': [],
  'attempt-failed': ['failureId'],
} as const satisfies { [K in AgentEventKind]: readonly (keyof AgentEventOf<K>)[] }

type NeededField<K extends AgentEventKind> = 'kind' | 'sessionId' | (typeof NEEDED)[K][number]
type EventOf<K extends AgentEventKind> = {
  [F in keyof AgentEventOf<K> & NeededField<K>]: AgentEventOf<K>[F]
} & {
  [F in Exclude<keyof AgentEventOf<K>, NeededField<K>>]?: AgentEventOf<K>[F] | undefined
}

/** What a program tells a reflector, by `kind`; what can be filled in may be left out. */
export type ReflectorEvent = { [K in AgentEventKind]: EventOf<K> }[AgentEventKind]

const FIELDS: ReadonlyMap<unknown, readonly string[]> = new Map(
  AgentEvent.def.options.map(({ shape }) => [shape.kind.def.values[0], Object.keys(shape)]),
)

/** The fields that an event has a value for; throws `payload-invalid` for what is no event. */
export function readReflectorEvent(event: ReflectorEvent): Record<string, unknown> {
  if (typeof event !== 'object' || event === null) throw invalid('An event must be an object')
  const { kind } = event
  const known = FIELDS.get(kind)
  if (known === undefined) throw unknownName(String(kind), 'kind of event', [...FIELDS.keys()])
  const given = Object.entries(event).filter(([, value]) => value !== undefined)
  const fields = Object.fromEntries(given)
  const unknown = Object.keys(fields).find((field) => !known.includes(field))
  if (unknown !== undefined) throw unknownName(unknown, `field of ${kind}`, known)
  const missing = ['sessionId', ...NEEDED[kind]].find((field) => !(field in fields))
  if (missing !== undefined) throw invalid(`A ${kind} event needs ${missing}`)
  return fields
}

function unknownName(name: string, what: string, known: readonly unknown[]): ReflectError {
  const names = known.map(String)
  const meant = nearest(name, names)
  const hint = meant === null ? '' : `; did you mean ${meant}?`
  return invalid(`There is no ${what} called "${name}"${hint}`, `Available: ${names.join(', ')}.`)
}

const invalid = (
  message: string,
  remedy = 'See schemas/agent-event.schema.json for what is allowed.',
): ReflectError => new ReflectError('payload-invalid', message, { remedy })
