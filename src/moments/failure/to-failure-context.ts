import { clipSafely } from '../../safety/clip-safely.js'
import { stripControlCharacters } from '../../safety/control-characters.js'
import { hideHome } from '../../safety/home-path.js'
import { redactText } from '../../safety/redact.js'
import { ReflectError } from '../../schema/error.js'
import { FailureContext } from '../../schema/failure-context.js'
import { unfitPlace } from '../../util/unfit-place.js'

/** More than is kept: a secret that this cut halves lies in what the next cut leaves out. */
const READ_CHARS = 64_000
const MAX_ERROR = 2000
const MAX_DESCRIPTION = 1000
const MAX_FILES = 200

/** A failure of any length as the contract wants it: head and tail, without secrets. */
export function toFailureContext(failure: FailureContext, home: string): FailureContext {
  const fit = fitter(home)
  const context = FailureContext.safeParse({
    ...failure,
    subtaskDescription: fit(failure.subtaskDescription, MAX_DESCRIPTION),
    errorOutput: fit(failure.errorOutput, MAX_ERROR),
    filesModified: failure.filesModified?.slice(0, MAX_FILES),
  })
  if (context.success) return context.data
  const where = unfitPlace(context.error.issues)
  throw new ReflectError(
    'payload-invalid',
    `The failure does not match its contract${where ? ` at ${where}` : ''}`,
    { cause: context.error, remedy: 'schemas/failure-context.schema.json has all fields.' },
  )
}

function fitter(home: string): (text: unknown, maxChars: number) => unknown {
  const hide = hideHome(home)
  return (text, maxChars) => {
    if (typeof text !== 'string') return text
    const readable = redactText(hide(stripControlCharacters(clipSafely(text, READ_CHARS))))
    return clipSafely(readable, maxChars)
  }
}
