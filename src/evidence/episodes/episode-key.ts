import type { Failure } from '../../read/output/read-failure.js'
import { shortHash } from '../../util/loose-json.js'

/**
 * One name for the same failure in every session. A test and its error's class say enough; without a
 * test it is what the tool complains of, and where; where nothing could be read, the command.
 */
export function episodeKey({ tests, error }: Failure, check: string): string {
  const [test] = tests
  if (test !== undefined) return hash(['test', bareTest(test), error?.class ?? ''])
  if (error?.message == null) return hash(['check', error?.class ?? '', check])
  const { code, message, file, symbol } = error
  // Whether it also says that it could not compile depends on the command.
  const name = error.class === 'compile-error' ? '' : (error.class ?? '')
  return hash(['error', name, code ?? '', message, lastOf(file), symbol ?? ''])
}

const hash = (parts: readonly string[]): string => `episode-${shortHash(JSON.stringify(parts))}`

/** Runs from different folders name the same file differently. */
const bareTest = (name: string): string => {
  const [first = '', ...titles] = name.split(' › ')
  return [/\.\w+$/.test(first) ? first.split(/[\\/]/).at(-1)! : first, ...titles]
    .join(' › ')
    .toLowerCase()
}

const lastOf = (file: string | null): string => file?.split(/[\\/]/).slice(-2).join('/') ?? ''
