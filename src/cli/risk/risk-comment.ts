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
    `Because of ${code(verdict.reason)}`,
    ...fixesWords(earlier).flatMap((words) => ['', `Evidence: ${words}.`]),
    ...(shown.length === 0 ? [] : ['', '<details><summary>Files</summary>', '']),
    ...shown.map((file) => `- ${code(file)}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...(shown.length === 0 ? [] : ['', '</details>']),
    ...(incomplete.length === 0 ? [] : ['', `Incomplete: ${incomplete.join(', ')}.`]),
    '',
    'A floor, never a permission: tests, a human merge and a reviewer rank above it.',
  ].join('\n')
}

/** A file's name is anybody's text: in a code span nothing is a link, a mention or a tag. */
function code(text: string): string {
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '\uFFFD').slice(0, MAX_NAME)
  const longest = Math.max(0, ...[...plain.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return longest === 0 ? `${fence}${plain}${fence}` : `${fence} ${plain} ${fence}`
}
