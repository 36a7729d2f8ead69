import type * as z from 'zod/mini'
import { ReflectError } from './error.js'
import { LogEvent, NewLogEvent } from './log-event.js'
import { recordSchemas } from './records.js'
import type { RecordWrite } from './records.js'
import { SessionState } from './session-state.js'
import { Visibility } from './visibility.js'

/** Refuses a record that does not fit the contract of its kind. */
export function checkWrite({ kind, record, visibility, key }: RecordWrite): void {
  if (!Object.hasOwn(recordSchemas, kind)) {
    throw new ReflectError('record-invalid', `There is no kind of record called ${kind}`)
  }
  check(recordSchemas[kind](), record, `A ${kind} record`)
  if (visibility !== undefined) check(Visibility, visibility, `The visibility of a ${kind} record`)
  if (key !== undefined) check(NewLogEvent.shape.key, key, `The key of a ${kind} record`)
}

/** Refuses an event that has no place in the log. */
export function checkEvent(event: NewLogEvent): void {
  check(NewLogEvent, event, 'An event')
}

/** The same of one that has its place already. */
export function checkLogEvent(event: LogEvent): void {
  check(LogEvent, event, 'An event')
}

/** Refuses a session state that a later reader could not use. */
export function checkState(state: SessionState): void {
  check(SessionState, state, `The state of a session`)
}

function check(schema: z.ZodMiniType, value: unknown, what: string): void {
  const checked = schema.safeParse(value)
  if (checked.success) return
  const where = checked.error.issues[0]?.path.join('.')
  throw new ReflectError(
    'record-invalid',
    `${what} does not match its contract${where ? ` at ${where}` : ''}`,
    { cause: checked.error, remedy: 'Nothing was written. The cause names every field.' },
  )
}
