import { SHAPE_WORDS } from './shape-words.js'

/** Patterns of paths, tried on the lower-case path with `/` between its parts. */
export type Shapes = readonly RegExp[]

/**
 * Those that any of the paths may have: most have none, and are seen not to by a word that is not
 * there, before the pattern is compiled. The others are tried on all paths at once, line by line.
 */
export function possibleShapes(shapes: Shapes, lowerPaths: readonly string[]): Shapes {
  const lines = lowerPaths.join('\n')
  return shapes.filter((shape) => hasWordOf(shape, lines) && lineWise(shape).test(lines))
}

const hasWordOf = ({ source }: RegExp, lines: string): boolean =>
  SHAPE_WORDS[source]?.some((word) => lines.includes(word)) ?? true

const twins = new Map<RegExp, RegExp>()

function lineWise(shape: RegExp): RegExp {
  const known = twins.get(shape)
  if (known !== undefined) return known
  const twin = new RegExp(shape.source, 'm')
  twins.set(shape, twin)
  return twin
}
