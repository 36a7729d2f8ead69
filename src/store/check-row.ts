import * as z from 'zod/mini'
import { ReflectError } from '../schema/error.js'
import { LogEvent } from '../schema/log-event.js'
import type { NewLogEvent } from '../schema/log-event.js'
import { recordSchemas } from '../schema/records.js'
import type { RecordWrite } from '../schema/records.js'
import { SessionState } from '../schema/session-state.js'

const NewEvent = z.omit(LogEvent, { id: true })

/** Refuses a record that does not fit the contract of its kind. */
export function checkWrite(write: RecordWrite): void {
  if (!Object.hasOwn(recordSchemas, write.kind)) {
    throw new ReflectError('record-invalid', `There is no kind of record called ${write.kind}`)
  }
  check(recordSchemas[write.kind], write.record, `A ${write.kind} record`)
}

/** Refuses an event that has no place in the log. */
export function checkEvent(event: NewLogEvent): void {
  check(NewEvent, event, 'An event')
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
    `${what} does not fit its contract${where ? ` at ${where}` : ''}`,
    { cause: checked.error, remedy: 'Nothing was written. The cause names every field.' },
  )
}
