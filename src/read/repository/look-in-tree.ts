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
  const known = new Set(changed)
  const place = (file: string): string | undefined => {
    const own = bases.map((base) => path.resolve(base, file)).find(isThere)
    // A path of the change is whole; only a name has to be searched for.
    if (own !== undefined || root === null || known.has(file) || path.isAbsolute(file)) return own
    return changed
      .filter((name) => name.endsWith(`/${file}`))
      .map((name) => path.join(root, name))
      .find(isThere)
  }
  const texts = new Map<string, string | null>()
  const read = (file: string): string | null => {
    const found = place(file)
    if (found === undefined) return null
    const got = readBounded(found, { followLink: false, maxBytes: MAX_BYTES, longer: 'cut' })
    return got.state === 'bytes' ? got.bytes.toString('utf8') : null
  }
  return {
    // Without a base what was committed is not known, nor what lay there before.
    changed: repository === null || repository.base === null ? null : changed,
    exists: (file) => place(file) !== undefined,
    textOf: (file) => {
      if (!texts.has(file)) texts.set(file, read(file))
      return texts.get(file) ?? null
    },
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
