import { surfaceOf } from '../../risk/path-surface.js'

/** What a file is to the experiment: what a fix changes, what a check would have caught, or neither. */
export type PathRole = 'source' | 'check' | 'other'

const SOURCE = new RegExp(
  [
    String.raw`\.(?:astro|bash|c|cc|cjs|clj|cljs|cpp|cs|css|cts|cxx|dart|ex|exs|fs|go|groovy|h|hpp|hs|`,
    String.raw`html|java|jl|js|jsx|kt|kts|less|lua|m|mjs|ml|mm|mts|php|pl|pm|proto|py|r|rb|rs|sass|`,
    String.raw`scala|scss|sh|sql|svelte|swift|ts|tsx|vb|vue|zig)$`,
  ].join(''),
  'i',
)

const MAX_PATH = 4096

/** Tests and build files as the risk table knows them are checks; other code is source. */
export function pathRole(whole: string): PathRole {
  const path = whole.slice(-MAX_PATH)
  const surface = surfaceOf(path)
  if (surface === 'test') return 'check'
  if (surface === 'docs') return 'other'
  // By its own name only: all of `packages/vite/` would be build, which that project's source is not.
  if (surfaceOf(path.slice(path.lastIndexOf('/') + 1)) === 'build') return 'check'
  return SOURCE.test(path) ? 'source' : 'other'
}

/** The same answers, remembered: a history names the same files again and again. */
export function rememberPathRoles(): (path: string) => PathRole {
  const known = new Map<string, PathRole>()
  return (path) => {
    const found = known.get(path)
    if (found !== undefined) return found
    if (known.size >= MAX_REMEMBERED) known.clear()
    const role = pathRole(path)
    known.set(path, role)
    return role
  }
}

const MAX_REMEMBERED = 200_000
