import { EXCLUDED } from './excluded.js'
import { findReaders } from './find-readers.js'
import type { Sizes } from './measure-growth.js'
import { readSources } from './read-sources.js'
import { runMeasure } from './run-measure.js'
import type { Finding } from './run-measure.js'

const isHeld = ({ name }: { name: string }): boolean =>
  !EXCLUDED.some((excluded) => name.startsWith(excluded.name))

/** What of the sources grows faster than the text that it is given. */
export function measureSources(sizes: Sizes): Promise<Finding[]> {
  const sources = readSources(process.cwd())
  const readers = findReaders(sources).filter(isHeld)
  return runMeasure({ sizes, readers })
}
