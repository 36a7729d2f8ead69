import { EXCLUDED } from './excluded.js'
import { findReaders } from './find-readers.js'
import type { Sizes } from './measure-growth.js'
import { readSources } from './read-sources.js'
import { runMeasure } from './run-measure.js'
import type { Finding } from './run-measure.js'

const isHeld = ({ name }: { name: string }): boolean =>
  !EXCLUDED.some((excluded) => name.startsWith(excluded.name))

/** What of the sources grows faster than the text that it is given, seen twice: once may be the machine. */
export async function measureSources(sizes: Sizes): Promise<Finding[]> {
  const sources = readSources(process.cwd())
  const readers = findReaders(sources).filter(isHeld)
  const steep = new Set((await runMeasure({ sizes, readers })).map(({ name }) => name))
  return runMeasure({ sizes, readers: readers.filter(({ name }) => steep.has(name)) })
}
