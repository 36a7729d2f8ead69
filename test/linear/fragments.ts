import { patternsOf } from './patterns.js'
import type { SourceModule } from './read-sources.js'

/** So many of a module's own are played; evenly chosen where it has more. */
const MAX_FRAGMENTS = 24

/** Pieces of a module's patterns, each as a text would have it: what its functions look for. */
export function fragmentsOf(module: SourceModule): string[] {
  const found = patternsOf(module).flatMap(({ source }) =>
    source
      .replaceAll(/\(\?(?:[:=!]|<[=!]|<\w+>)|\\[bBAZ]|[\^$]/g, '|')
      .replaceAll(/\\s[+*?]?/g, ' ')
      .replaceAll('\\n', '\n')
      .replaceAll(/\\d[+*?]?/g, '7')
      .replaceAll(/\\[wS][+*?]?|\\p\{\w+\}|(?<!\\)\.[+*?]?/g, 'a')
      .replaceAll(/\[\^?(?:\\(.)|([^\]\\]))[^\]]*\]/g, '$1$2')
      .replaceAll(/\\(.)/g, '$1')
      .split(/[|(){}+*?]+/),
  )
  const distinct = [...new Set(found.filter((piece) => piece !== '' && piece.length <= 40))]
  const step = Math.max(1, distinct.length / MAX_FRAGMENTS)
  const count = Math.min(distinct.length, MAX_FRAGMENTS)
  return Array.from({ length: count }, (_, n) => distinct[Math.floor(n * step)]!)
}
