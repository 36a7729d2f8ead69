/**
 * What a finder says goes to an agent as our words. Names of files in it are others' words: one that is not plain
 * is said as such, and stands in the quote, which is data. Here, so that no finder has to think of it.
 */
import { isPlainName } from '../safety/plain-name.js'
import { pathInProject } from '../read/ledger/path-in-project.js'
import { oneLine } from '../util/one-line.js'
import type { Point } from './point.js'
import type { World } from './world.js'

const MAX_CHARS = 600
const STAND_IN = 'the file that is quoted'

/** Every name of a file that a fact can hold and that is not plain, the longest first. */
export function oddNames({ evidence, left }: World): string[] {
  const { edits, commands, repository } = evidence
  const files = [
    ...edits.flatMap(({ file }) => [file, pathInProject(file, evidence)]),
    ...commands.flatMap((run) => run.files ?? []),
    ...(repository?.filesChanged ?? []),
    ...left.flatMap(({ places }) => places),
  ]
  const odd = [...new Set(files)].filter((file) => file.trim() !== '' && !isPlainName(file))
  return odd.toSorted((a, b) => b.length - a.length)
}

export const plainWords = (text: string, odd: readonly string[]): string =>
  oneLine(
    odd.reduce((said, name) => said.replaceAll(name, STAND_IN), text),
    MAX_CHARS,
  )

export function plainPoint(point: Point, odd: readonly string[]): Point {
  const { fact, missing, settle, quote } = point
  const named = odd.filter((name) => [fact, missing, settle].some((text) => text.includes(name)))
  // A path is told once, and not without its folders again.
  const whole = named.filter((name, at) => !named.slice(0, at).some((one) => one.includes(name)))
  return {
    ...point,
    fact: plainWords(fact, named),
    missing: plainWords(missing, named),
    settle: plainWords(settle, named),
    quote: named.length === 0 ? quote : [...whole, ...(quote === null ? [] : [quote])].join(': '),
  }
}
