/** A review as SARIF 2.1.0, with what GitHub's code scanning needs of it. */
import type { ReviewFinding, ReviewReport } from '../../../schema/review-report.js'
import { ReviewRule } from '../../../schema/review-report.js'
import { describeRule, isGraveRule } from './rules.js'

export function reviewSarif(report: ReviewReport, version: string): object {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Reflectory',
            semanticVersion: version,
            rules: ReviewRule.options.map(describe),
          },
        },
        columnKind: 'utf16CodeUnits',
        results: report.findings.flatMap(result),
      },
    ],
  }
}

function describe(rule: ReviewRule): object {
  const { id, title, full, help } = describeRule(rule)
  const isGrave = isGraveRule(rule)
  return {
    id,
    name: title.replaceAll(/(?<!\W)\W+(\w)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: title },
    fullDescription: { text: full },
    help: { text: help, markdown: help },
    defaultConfiguration: { level: isGrave ? 'warning' : 'note' },
    properties: {
      precision: isGrave ? 'high' : 'medium',
      'problem.severity': isGrave ? 'warning' : 'recommendation',
      tags: ['maintainability', 'test'],
    },
  }
}

/** GitHub refuses a result without a location. */
function result({ rule, level, message, place, fingerprint }: ReviewFinding): object[] {
  if (place === null) return []
  const { file, line, endColumn } = place
  return [
    {
      ruleId: describeRule(rule).id,
      ruleIndex: ReviewRule.options.indexOf(rule),
      level,
      message: { text: escapeLinks(`${describeRule(rule).title}: ${message}`) },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: uriOf(file), uriBaseId: '%SRCROOT%' },
            region: { startLine: line, startColumn: 1, endLine: line, endColumn },
          },
        },
      ],
      partialFingerprints: { primaryLocationLineHash: fingerprint },
    },
  ]
}

/** In a message, brackets make a link. */
const escapeLinks = (text: string): string => text.replaceAll(/[\\[\]]/g, String.raw`\$&`)

const uriOf = (file: string): string =>
  file.toWellFormed().split('/').map(encodeURIComponent).join('/')
