import { SHAPE_WORDS } from './shape-words.js'

/** Patterns of paths, tried on the lower-case path with `/` between its parts. */
export type Shapes = readonly RegExp[]

/**
 * Those that any of the paths may have. Most have none, and are seen not to by a word that is nowhere
 * in them, before the pattern is even compiled.
 */
export function possibleShapes(shapes: Shapes, lowerPaths: readonly string[]): Shapes {
  const all = lowerPaths.join('\n')
  return shapes.filter(
    ({ source }) => SHAPE_WORDS[source]?.some((word) => all.includes(word)) ?? true,
  )
}
