import type { Language } from './language.js'
import { csharp } from './languages/csharp.js'
import { go } from './languages/go.js'
import { javascript } from './languages/javascript.js'
import { jvm } from './languages/jvm.js'
import { php } from './languages/php.js'
import { python } from './languages/python.js'
import { ruby } from './languages/ruby.js'
import { rust } from './languages/rust.js'

/** Each is built when it is asked for: most changes are of one language, and each is a table of patterns. */
const languages: ReadonlyMap<string, () => Language> = new Map(
  (
    [
      ['js jsx ts tsx cjs cjsx cts ctsx mjs mjsx mts mtsx', () => javascript],
      ['py pyi', () => python],
      ['go', () => go],
      ['rs', () => rust],
      ['java kt kts groovy scala', () => jvm],
      ['rb', () => ruby],
      ['php', () => php],
      ['cs', () => csharp],
    ] as const
  ).flatMap(([endings, language]) =>
    endings.split(' ').map((ending) => [ending, language] as const),
  ),
)

/** The language of a file by its name; null when it is none of the table. */
export function languageOf(file: string): Language | null {
  const dot = file.lastIndexOf('.')
  return dot === -1 ? null : (languages.get(file.slice(dot + 1))?.() ?? null)
}
