import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { RepositoryFacts } from '../../schema/evidence.js'
import { readBounded } from '../../util/read-bounded.js'
import type { Look } from '../demands/look-for.js'

const MAX_BYTES = 512 * 1024

/** Looks at files that a person named: under the work tree's root, the session's folder, or in the change. */
export function lookInTree(cwd: string | null, repository: RepositoryFacts | null): Look | null {
  const root = repository?.root ?? null
  const bases = [...new Set([root, cwd])].filter((base) => base !== null)
  if (bases.length === 0) return null
  const changed = repository?.filesChanged ?? []
  const places = (file: string): string[] => [
    ...bases.map((base) => path.resolve(base, file)),
    ...(root === null
      ? []
      : changed
          .filter((name) => name === file || name.endsWith(`/${file}`))
          .map((name) => path.join(root, name))),
  ]
  const read = (file: string): Buffer | null => {
    const found = places(file).find(isThere)
    if (found === undefined) return null
    const got = readBounded(found, { followLink: false, maxBytes: MAX_BYTES, longer: 'cut' })
    return got.state === 'bytes' ? got.bytes : null
  }
  return {
    exists: (file) => places(file).some(isThere),
    holds: (file, word) => read(file)?.includes(word) ?? null,
    countLines: (file) => read(file)?.toString('latin1').split('\n').length ?? null,
  }
}

function isThere(file: string): boolean {
  try {
    lstatSync(file)
    return true
  } catch {
    return false
  }
}
