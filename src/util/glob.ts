/**
 * Whether a path matches a glob: `*` within a name, `**` over folders, `?` one character, `{a,b}` one
 * of several. A glob without a slash is about names in any folder. Linear in the path; a glob that is
 * longer than a path can be matches nothing.
 */
import { bareFile } from './base-name.js'
export function matchesGlob(file: string, glob: string): boolean {
  if (glob.length > MAX_GLOB || file.length > MAX_PATH) return false
  return expandBraces(bareFile(glob)).some((one) => {
    const text = one.includes('/') ? file : file.slice(file.lastIndexOf('/') + 1)
    return matches(text, one.replace(/^\//, '').replace(/\/$/, '/**'))
  })
}

const MAX_GLOB = 256
const MAX_PATH = 4096
const MAX_ALTERNATIVES = 64

/** The innermost braces first; what is too much stays as it is. */
function expandBraces(glob: string): string[] {
  const all = [glob]
  for (let at = 0; at < all.length && all.length <= MAX_ALTERNATIVES;) {
    const found = /\{([^{}]*)\}/.exec(all[at]!)
    if (found === null) {
      at += 1
      continue
    }
    const [whole, inner] = found
    const [before, after] = [
      all[at]!.slice(0, found.index),
      all[at]!.slice(found.index + whole.length),
    ]
    all.splice(at, 1, ...inner!.split(',').map((choice) => before + choice + after))
  }
  return all
}

/** All places in the glob that the path may have reached, character by character. */
function matches(text: string, glob: string): boolean {
  let places = skip(new Set([0]), glob, true)
  for (const character of text) {
    const next = new Set<number>()
    for (const at of places) {
      if (glob.startsWith('**', at)) next.add(at)
      else if (glob[at] === '*') {
        if (character !== '/') next.add(at)
      } else if (glob[at] === '?' ? character !== '/' : glob[at] === character) next.add(at + 1)
    }
    places = skip(next, glob, character === '/')
  }
  return places.has(glob.length)
}

/** Stars may stand for nothing, and a folder's stars for the slash behind them too. */
function skip(places: ReadonlySet<number>, glob: string, isNewName: boolean): Set<number> {
  const all = new Set(places)
  for (const at of all) {
    if (glob.startsWith('**', at)) {
      all.add(at + 2)
      const isWhole = at === 0 || glob[at - 1] === '/'
      if (isWhole && isNewName && glob[at + 2] === '/') all.add(at + 3)
    } else if (glob[at] === '*') all.add(at + 1)
  }
  return all
}
