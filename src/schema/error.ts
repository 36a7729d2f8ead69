/** Every way in which Reflectory can fail. Code branches on these, never on a message. */
export type ReflectErrorCode =
  | 'usage'
  | 'config-invalid'
  | 'untrusted'
  | 'needs-person'
  | 'payload-invalid'
  | 'payload-too-large'
  | 'record-invalid'
  | 'not-found'
  | 'store-unavailable'
  | 'store-locked'
  | 'store-full'
  | 'store-corrupt'
  | 'store-readonly'
  | 'store-newer'
  | 'driver-missing'
  | 'git-failed'
  | 'unsafe-path'
  | 'io-failed'
  | 'model-failed'
  | 'budget-exhausted'
  | 'internal'

/** The one error class: a code for programs, a message and a remedy for people. */
export class ReflectError extends Error {
  readonly code: ReflectErrorCode
  /** What the reader can do about it, as one line. */
  readonly remedy: string | undefined

  constructor(
    code: ReflectErrorCode,
    message: string,
    options: { cause?: unknown; remedy?: string } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'ReflectError'
    this.code = code
    this.remedy = options.remedy
  }
}
