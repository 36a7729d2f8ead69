/**
 * The risk floor: the paths and the size of a change come in, a verdict with a reason goes out. The
 * score is the surface alone; size has a rank and a threshold of its own. It refuses a threshold
 * outside its range and does no IO. It is a floor, never a permission, and stands below everything
 * that looked at the change: CI and tests > human merge > reviewer's verdict > self-reflection.
 */
import { ReflectError } from '../schema/error.js'
import type { RiskVerdict } from '../schema/risk-verdict.js'
import type { Surface } from '../schema/surface.js'
import { surfaceOf, weightOf } from './path-surface.js'
import { DEFAULT_RANK_THRESHOLD, rankChange, sourceFiles, type ChangeSize } from './change-rank.js'

/** A change as the risk floor sees it. */
export interface RiskInput extends ChangeSize {
  /** Taken for the caller's ease; deleted lines do not tell bugs. */
  deletions?: number | undefined
  /** The score from which a review is needed. @default 0.5 */
  threshold?: number | undefined
  /** The rank from which one is needed whatever the surface. @default 6.5 */
  rankThreshold?: number | undefined
}

export const DEFAULT_RISK_THRESHOLD = 0.5
const NAMED_FILES = 3

/** Whether a change needs a review: by the surface that it touches, or by its size. */
export function evaluateRiskFloor(input: RiskInput): RiskVerdict {
  const threshold = checkedThreshold(input.threshold ?? DEFAULT_RISK_THRESHOLD)
  const rankThreshold = checkedRankThreshold(input.rankThreshold ?? DEFAULT_RANK_THRESHOLD)
  const files = [...new Set(input.filesChanged)].sort()
  if (files.length === 0) {
    return { needs_review: false, score: 0, surface: 'none', reason: 'no files changed' }
  }

  const { surface, tripped } = heaviestSurface(files)
  const score = weightOf(surface)
  const isLarge = rankChange({ ...input, filesChanged: files }) >= rankThreshold
  return {
    needs_review: score >= threshold || isLarge,
    score,
    surface,
    reason: [surfaceReason(surface, tripped), ...(isLarge ? [sizeReason(files, input)] : [])].join(
      '; ',
    ),
  }
}

function checkedThreshold(threshold: number): number {
  if (threshold >= 0 && threshold <= 1) return threshold
  throw new ReflectError('usage', `the risk threshold is ${threshold}, which is not in 0..1`, {
    remedy: 'Set run.riskThreshold or REFLECTION_RISK_THRESHOLD to a number from 0 to 1.',
  })
}

// Above 0: at 0 a change of docs alone, whose rank is 0, would need a review for its size.
function checkedRankThreshold(threshold: number): number {
  if (threshold > 0 && threshold < Infinity) return threshold
  throw new ReflectError('usage', `the rank threshold is ${threshold}, which is not above 0`, {
    remedy: 'Set run.rankThreshold to a number above 0; 6.5 is the default.',
  })
}

// Heaviest surface wins, not first match: a diff touching auth and docs is an auth diff.
function heaviestSurface(files: readonly string[]): { surface: Surface; tripped: string[] } {
  const bySurface = new Map<Surface, string[]>()
  for (const file of files) {
    const surface = surfaceOf(file)
    const found = bySurface.get(surface)
    if (found === undefined) bySurface.set(surface, [file])
    else found.push(file)
  }
  const [surface, tripped] = [...bySurface].reduce((heaviest, entry) =>
    weightOf(entry[0]) > weightOf(heaviest[0]) ? entry : heaviest,
  )
  return { surface, tripped }
}

function surfaceReason(surface: Surface, tripped: readonly string[]): string {
  const named = tripped.slice(0, NAMED_FILES).map(printable).join(', ')
  const more = tripped.length - NAMED_FILES
  return `${surface}: ${named}${more > 0 ? ` and ${more} more` : ''}`
}

function sizeReason(files: readonly string[], size: ChangeSize): string {
  const { length } = sourceFiles(files)
  const count = `${length} source ${length === 1 ? 'file' : 'files'}`
  const lines = size.sourceInsertions ?? size.insertions
  return lines === undefined ? `size: ${count}` : `size: +${lines} lines in ${count}`
}

// A file name may hold a newline or turn the writing direction; a reason is one honest line.
function printable(file: string): string {
  if (/^[\x20-\x7e]*$/.test(file)) return file
  return file.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}
