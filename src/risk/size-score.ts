/** How big a change is, as far as it is known. */
export interface ChangeSize {
  files: number
  insertions?: number | undefined
  deletions?: number | undefined
}

const FEW_LINES = 5
const LARGE_LINES = 200

/** 0 for a few lines, 0.5 at a large change, towards 1 above; grows with lines alone. */
export function sizeScore(size: ChangeSize): number {
  const lines = size.insertions ?? 0
  if (lines <= FEW_LINES) return 0
  return Math.min(1, (0.5 * Math.log(lines / FEW_LINES)) / Math.log(LARGE_LINES / FEW_LINES))
}
