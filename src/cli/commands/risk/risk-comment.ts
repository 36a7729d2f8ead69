import { markdownCode } from '../../markdown-code.js'
import { fixesWords, shortcomingWords, sizeOf } from './risk-text.js'
import type { RatedChange } from './risk-text.js'

const MAX_FILES = 50
const MAX_NAME = 200

/** The body of a pull-request comment; the marker lets a workflow find and replace its own one. */
export function riskComment({ verdict, rank, earlier, facts, limits }: RatedChange): string {
  const { filesChanged } = facts
  const shown = filesChanged.slice(0, MAX_FILES)
  const more = filesChanged.length - shown.length
  const incomplete = shortcomingWords(facts)
  return [
    '<!-- reflectory:risk -->',
    `### Risk floor: ${verdict.needs_review ? 'needs review' : 'no review asked for'}`,
    '',
    '| surface | score (review from) | rank (review from) | change |',
    '| --- | --- | --- | --- |',
    `| ${verdict.surface} | ${verdict.score} (${limits.threshold}) | ${rank.toFixed(1)} (${limits.rankThreshold}) | ${sizeOf(facts)} |`,
    '',
    `Because of ${markdownCode(verdict.reason, MAX_NAME)}`,
    ...fixesWords(earlier).flatMap((words) => ['', `Evidence: ${words}.`]),
    ...(shown.length === 0 ? [] : ['', '<details><summary>Files</summary>', '']),
    ...shown.map((file) => `- ${markdownCode(file, MAX_NAME)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(shown.length === 0 ? [] : ['', '</details>']),
    ...(incomplete.length === 0 ? [] : ['', `Incomplete: ${incomplete.join(', ')}.`]),
    '',
    'A floor, never a permission: tests, a human merge and a reviewer rank above it.',
  ].join('\n')
}
