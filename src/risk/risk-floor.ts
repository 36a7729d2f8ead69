/**
 * The risk floor: the paths and the size of a change come in, a verdict with a reason goes out. It
 * refuses a threshold outside 0..1 and does no IO. It is a floor, never a permission, and ranks
 * below everything that looked at the change: CI and tests > human merge > reviewer's verdict >
 * self-reflection.
 */
import { ReflectError } from '../schema/error.js'
import type { RiskVerdict } from '../schema/risk-verdict.js'
import type { Surface } from '../schema/surface.js'
import { surfaceOf, weightOf } from './path-surface.js'
import { sizeScore } from './size-score.js'

/** A change as the risk floor sees it. */
export interface RiskInput {
  /** Repo-relative paths, in any order. */
  filesChanged: readonly string[]
  insertions?: number | undefined
  deletions?: number | undefined
  /** @default 0.5 */
  threshold?: number | undefined
}

export const DEFAULT_RISK_THRESHOLD = 0.5
const NAMED_FILES = 3

/** What review a change needs at least, by the surfaces it touches and its size. */
export function evaluateRiskFloor(input: RiskInput): RiskVerdict {
  const threshold = checkedThreshold(input.threshold ?? DEFAULT_RISK_THRESHOLD)
  const files = [...new Set(input.filesChanged)].sort()
  if (files.length === 0) {
    return { needs_review: false, score: 0, surface: 'none', reason: 'no files changed' }
  }

  const { surface, tripped } = heaviestSurface(files)
  const weight = weightOf(surface)
  const { insertions, deletions } = input
  const size = sizeScore({ files: files.length, insertions, deletions })
  const score = Math.max(weight, size)
  return {
    needs_review: score >= threshold,
    score,
    surface,
    reason: [
      surfaceReason(surface, tripped),
      ...(size > weight ? [sizeReason(files.length, insertions, deletions)] : []),
    ].join('; '),
  }
}

function checkedThreshold(threshold: number): number {
  if (threshold >= 0 && threshold <= 1) return threshold
  throw new ReflectError('usage', `the risk threshold is ${threshold}, which is not in 0..1`, {
    remedy: 'Set run.riskThreshold or REFLECTION_RISK_THRESHOLD to a number from 0 to 1.',
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

function sizeReason(files: number, insertions?: number, deletions?: number): string {
  const count = `${files} ${files === 1 ? 'file' : 'files'}`
  if (insertions === undefined && deletions === undefined) return `size: ${count}`
  return `size: +${insertions ?? '?'} -${deletions ?? '?'} lines in ${count}`
}

// A file name may hold a newline or turn the writing direction; a reason is one honest line.
function printable(file: string): string {
  if (/^[\x20-\x7e]*$/.test(file)) return file
  return file.replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  )
}
