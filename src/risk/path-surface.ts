import type { Surface } from '../schema/surface.js'
import { discountOf } from './discounted-path.js'
import { pathWords, singulars } from './path-words.js'
import { DOCS_WEIGHT, SURFACES, type SurfaceRow, TEST_WEIGHT } from './surfaces.js'

/** The surface that one path is on: test or docs if it is one, else the heaviest that it names. */
export function surfaceOf(path: string): Surface {
  const normal = path.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
  const discount = discountOf(normal)
  if (discount !== null) return discount

  const lower = normal.toLowerCase()
  const words = pathWords(normal).flatMap(singulars)
  return SURFACES.find((row) => isOn(row, words, lower))?.surface ?? 'none'
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

function isOn(row: SurfaceRow, words: readonly string[], lower: string): boolean {
  return words.some((word) => row.words.has(word)) || row.paths.some((shape) => shape.test(lower))
}
