import { DOCS_SHAPES, TEST_SHAPES } from '../src/risk/discounted-path.js'
import { SURFACES } from '../src/risk/surfaces.js'
import { wordsOf } from './rare-patterns.mjs'

/** For each shape of a path the words of which one must be in it. */
export function shapeWords(): string {
  const shapes = [...TEST_SHAPES, ...DOCS_SHAPES, ...SURFACES.flatMap(({ paths }) => paths)]
  const rows = shapes.flatMap(({ source, flags }) => {
    const words = wordsOf(source, flags)
    return words === null ? [] : [[source, words]]
  })
  return `// Generated from the shapes by \`npm run generate\`.

/** By a shape's source: a path that has the shape has at least one of these. */
export const SHAPE_WORDS: Readonly<Record<string, readonly string[]>> = ${JSON.stringify(Object.fromEntries(rows), null, 2)}
`
}
