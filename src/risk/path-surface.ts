import type { Surface } from '../schema/surface.js'
import { discountOf } from './discounted-path.js'
import { hasShape } from './path-shape.js'
import { pathWords, singulars } from './path-words.js'
import { COMPANIONS, DOCS_WEIGHT, SURFACES, TEST_WEIGHT } from './surfaces.js'

/** The surface that a path is on: test or docs if it is one, else the heaviest that it names. */
export function surfaceOf(path: string): Surface {
  const normal = path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
  const lower = normal.toLowerCase()
  const discount = discountOf(normal, lower)
  if (discount !== null) return discount

  const byWord = Math.min(NO_ROW, ...new Set(pathWords(normal).map(rowOfWord)))
  // Only a heavier row could still win by a shape.
  const byShape = SURFACES.slice(0, byWord).findIndex(({ shape }) => hasShape(lower, shape))
  return SURFACES[byShape === -1 ? byWord : byShape]?.surface ?? 'none'
}

/** What a surface weighs, 0..1. */
export function weightOf(surface: Surface): number {
  return WEIGHTS.get(surface) ?? 0
}

const WEIGHTS = new Map<Surface, number>([
  ...SURFACES.map((row) => [row.surface, row.weight] as const),
  ['test', TEST_WEIGHT],
  ['docs', DOCS_WEIGHT],
])

// Rows are numbered from the heaviest, so the smallest number wins; this one is past the last.
const NO_ROW = SURFACES.length

const ROWS = new Map(
  SURFACES.flatMap((row, index) =>
    [...row.words].map((word) => [word, index] as const),
  ).toReversed(),
)

/** The files of a change share most of their words. */
const known = new Map<string, number>()
const MOST_KNOWN = 5000

function rowOfWord(word: string): number {
  const row = known.get(word)
  if (row !== undefined) return row
  const found = Math.min(...singulars(word).map((form) => ROWS.get(form) ?? rowOfCompound(form)))
  if (known.size >= MOST_KNOWN) known.clear()
  known.set(word, found)
  return found
}

const SHORTEST_PART = 4
const LONGEST_COMPOUND = 40

// Go packages and old Python modules run words together. Both halves must be known, so that
// `tokenizer` and `authority` stay what they are; short words would be found in anything.
function rowOfCompound(word: string): number {
  let row = NO_ROW
  if (word.length > LONGEST_COMPOUND) return row
  for (let cut = 2; cut <= word.length - 2; cut += 1) {
    const [head, tail] = [word.slice(0, cut), word.slice(cut)]
    const [headRow, tailRow] = [rowOfPart(head), rowOfPart(tail)]
    if (headRow < NO_ROW && COMPANIONS.has(tail)) row = Math.min(row, headRow)
    if (tailRow < NO_ROW && COMPANIONS.has(head)) row = Math.min(row, tailRow)
    if (headRow < NO_ROW && tailRow < NO_ROW) row = Math.min(row, headRow, tailRow)
  }
  return row
}

function rowOfPart(part: string): number {
  return part.length < SHORTEST_PART ? NO_ROW : (ROWS.get(part) ?? NO_ROW)
}
