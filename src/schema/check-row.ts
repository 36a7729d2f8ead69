import type * as z from 'zod/mini'
import { ReflectError } from './error.js'
import { fitsForm } from './fits-form.js'
import type { Form } from './fits-form.js'
import { NewLogEvent } from './log-event.js'
import { recordSchemas } from './records.js'
import type { RecordWrite } from './records.js'
import { ROW_FORMS } from './row-forms.js'
import { SessionState } from './session-state.js'

/** Refuses a record that does not fit the contract of its kind. */
export function checkWrite(write: RecordWrite): void {
  if (!Object.hasOwn(recordSchemas, write.kind)) {
    throw new ReflectError('record-invalid', `There is no kind of record called ${write.kind}`)
  }
  if (fits(write.kind, write.record)) return
  check(recordSchemas[write.kind], write.record, `A ${write.kind} record`)
}

/** Refuses an event that has no place in the log. */
export function checkEvent(event: NewLogEvent): void {
  if (fits('event', event)) return
  check(NewLogEvent, event, 'An event')
}

/** Refuses a session state that a later reader could not use. */
export function checkState(state: SessionState): void {
  if (fits('state', state)) return
  check(SessionState, state, `The state of a session`)
}

const forms = new Map<keyof typeof ROW_FORMS, Form>()

function fits(row: keyof typeof ROW_FORMS, value: unknown): boolean {
  const form = forms.get(row) ?? (JSON.parse(ROW_FORMS[row]) as Form)
  forms.set(row, form)
  return fitsForm(form, value)
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
