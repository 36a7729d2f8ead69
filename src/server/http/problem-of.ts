import type { Problem } from '../../schema/api/problem.js'
import { ReflectError } from '../../schema/error.js'
import type { ReflectErrorCode } from '../../schema/error.js'

/** Refusals that have no code of ours, because they are about HTTP. */
export class HttpError extends Error {
  readonly problem: Problem
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    detail: string,
    more: {
      remedy?: string
      fields?: Problem['fields']
      headers?: Readonly<Record<string, string>>
    } = {},
  ) {
    super(detail)
    this.problem = toProblem(status, code, detail, more.remedy ?? null, more.fields ?? [])
    this.headers = more.headers ?? {}
  }
}

/** What a failure is told as. Nothing of an unexpected one goes out but that it happened. */
export function problemOf(error: unknown): Problem {
  if (error instanceof HttpError) return error.problem
  if (!(error instanceof ReflectError)) {
    return toProblem(
      500,
      'internal',
      'Something went wrong here',
      'The server’s log says what.',
      [],
    )
  }
  return toProblem(STATUS[error.code], error.code, error.message, error.remedy ?? null, [])
}

const STATUS: Readonly<Record<ReflectErrorCode, number>> = {
  usage: 400,
  'config-invalid': 409,
  untrusted: 403,
  'needs-person': 403,
  'payload-invalid': 400,
  'payload-too-large': 413,
  'record-invalid': 400,
  'not-found': 404,
  'store-unavailable': 503,
  'store-locked': 503,
  'store-full': 507,
  'store-corrupt': 503,
  'store-readonly': 503,
  'store-newer': 503,
  'driver-missing': 503,
  'git-failed': 409,
  'unsafe-path': 409,
  'io-failed': 503,
  'model-failed': 502,
  'budget-exhausted': 503,
  internal: 500,
}

const TITLES: Readonly<Record<number, string>> = {
  400: 'The request is not valid',
  401: 'The token is missing or wrong',
  403: 'Refused',
  404: 'Not found',
  405: 'This can’t be done here',
  408: 'The request took too long',
  409: 'The state has changed',
  413: 'The body is too large',
  415: 'The body is not JSON',
  500: 'An internal error',
  502: 'The model failed',
  503: 'Not possible now',
  507: 'The disk is full',
}

const toProblem = (
  status: number,
  code: string,
  detail: string,
  remedy: string | null,
  fields: Problem['fields'],
): Problem => ({
  type: `urn:reflectory:problem:${code}`,
  title: TITLES[status] ?? 'Refused',
  status,
  detail,
  code,
  remedy,
  fields,
})
