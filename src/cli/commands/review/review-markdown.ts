import type { ReviewFinding, ReviewReport } from '../../../schema/review-report.js'
import { markdownCode } from '../../markdown-code.js'
import { countLevels, summaryRows } from './review-text.js'
import { describeRule } from './rules.js'

/** The first line of a comment, by which its writer finds it again. */
const REVIEW_MARKER = '<!-- reflectory:review -->'

const MAX_SHOWN = 50
/** Code hosts refuse longer comments; GitHub's limit is 65,536. */
const MAX_CHARS = 60_000

/** A review as the body of a comment. Every word that is not ours stands in a code span. */
export function reviewMarkdown(report: ReviewReport): string {
  const { findings, incomplete, risk } = report
  const shown = findings.slice(0, MAX_SHOWN).map(findingLine)
  const head = [
    REVIEW_MARKER,
    `### Review: ${risk.needs_review ? 'needs review' : 'no review asked for'}${findings.length === 0 ? '' : `, ${countLevels(report)}`}`,
    '',
    ...summaryRows(report).map(([name, words]) => `- **${name}** ${markdownCode(words!)}`),
    ...incomplete.map((reason) => `- **incomplete** ${markdownCode(reason)}`),
  ]
  const foot = [
    '',
    'A floor, never a permission: tests, a human merge and a reviewer rank above it.',
  ]
  return fit(head, shown, findings.length, foot)
}

const findingLine = ({ rule, level, message, place, hash }: ReviewFinding): string => {
  const where = place === null ? '' : ` at ${markdownCode(`${place.file}:${place.line}`, 300)}`
  return `- ${level}: **${describeRule(rule).title}**${where}: ${markdownCode(message)} (hash ${markdownCode(hash)})`
}

function fit(head: string[], shown: string[], total: number, foot: string[]): string {
  let room = MAX_CHARS - [...head, ...foot].join('\n').length - 100
  const kept: string[] = []
  for (const line of shown) {
    room -= line.length + 1
    if (room < 0) break
    kept.push(line)
  }
  const left = total - kept.length
  return [
    ...head,
    ...(kept.length === 0 ? [] : ['', ...kept]),
    ...(left > 0 ? [`- and ${left} more`] : []),
    ...foot,
  ].join('\n')
}
