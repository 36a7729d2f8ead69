import { discountOf } from './discounted-path.js'

/** A change as far as its size is known. */
export interface ChangeSize {
  filesChanged: readonly string[]
  /** Lines added in all files. */
  insertions?: number | undefined
  /** Lines added in source files alone, where the diff tells them apart. */
  sourceInsertions?: number | undefined
}

// From 11,781 labelled commits (`npm run measure -- risk`): from 6.5 on are 9.9 % of them, of which
// 35 % brought a bug against 14 % of all.
export const DEFAULT_RANK_THRESHOLD = 6.5

/**
 * How much there is to look at: ln(1 + lines added) + ln(1 + files), tests and docs aside. It ranks
 * changes by the chance of a bug; it knows nothing of what they touch.
 */
export function rankChange(size: ChangeSize): number {
  const files = sourceFiles(size.filesChanged).length
  if (files === 0) return 0
  const lines = size.sourceInsertions ?? size.insertions ?? 0
  // Rounded, so that two engines whose logarithms differ in the last bit write the same bytes.
  return Math.round((Math.log1p(lines) + Math.log1p(files)) * 10_000) / 10_000
}

export const sourceFiles = (files: readonly string[]): string[] => files.filter(isSourcePath)

/** Neither a test nor a doc. */
export function isSourcePath(file: string): boolean {
  const normal = file.replaceAll('\\', '/').replace(/^(\.?\/)+/, '')
  return discountOf(normal, normal.toLowerCase()) === null
}
