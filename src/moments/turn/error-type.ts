import type { ModelFailure } from '../../model.js'
import { ReflectError } from '../../schema/error.js'

/** The type of a failure as a reason names it: never its message, which may quote anything. */
export function errorType(error: unknown): string {
  if (error instanceof ReflectError) return `${pascalCase(error.code)}Error`
  if (!(error instanceof Error)) return 'NonError'
  return /^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(error.name) ? error.name : 'Error'
}

const FIXTURE_ERRORS: Partial<Record<ModelFailure, string>> = {
  no_backend: 'FixtureMissingError',
  recording_missing: 'FixtureMissingError',
  misconfigured: 'FixtureFormatError',
}

/** The type of a failed replay. */
export const fixtureErrorType = (failure: ModelFailure): string =>
  FIXTURE_ERRORS[failure] ?? `Model${pascalCase(failure)}Error`

const pascalCase = (words: string): string =>
  words.replaceAll(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase())
