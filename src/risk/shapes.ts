/** Patterns of paths, tried on the lower-case path with `/` between its parts. */
export type Shapes = readonly RegExp[]

/**
 * Those that any of the paths may have: a pattern is tried on all of them at once, line by line, and
 * most have none. Far fewer tries than one by one, which a hook would feel.
 */
export function possibleShapes(shapes: Shapes, lowerPaths: readonly string[]): Shapes {
  const lines = lowerPaths.join('\n')
  return shapes.filter((shape) => lineWise(shape).test(lines))
}

const twins = new Map<RegExp, RegExp>()

function lineWise(shape: RegExp): RegExp {
  const known = twins.get(shape)
  if (known !== undefined) return known
  const twin = new RegExp(shape.source, 'm')
  twins.set(shape, twin)
  return twin
}
