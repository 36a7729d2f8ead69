import type { ReviewFinding, ReviewReport } from '../../../schema/review-report.js'
import { describeRule } from './rules.js'

/** GitHub shows so many of each level from one step, and drops the rest without a word. */
const MAX_OF_LEVEL = 10

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const

/** A review as workflow commands, which GitHub shows beside the lines. */
export function reviewAnnotations({ findings }: ReviewReport): string {
  return (['error', 'warning', 'note'] as const)
    .flatMap((level) => {
      const own = findings.filter((one) => one.level === level)
      const left = own.length - MAX_OF_LEVEL
      return [
        ...own.slice(0, left > 0 ? MAX_OF_LEVEL - 1 : MAX_OF_LEVEL).map(annotation),
        ...(left > 0
          ? [`::${COMMANDS[level]} title=Reflectory::${escapeData(`and ${left + 1} more`)}`]
          : []),
      ]
    })
    .join('\n')
}

function annotation({ rule, level, message, place }: ReviewFinding): string {
  const { title } = describeRule(rule)
  const where =
    place === null
      ? []
      : [
          `file=${escapeProperty(place.file)}`,
          `line=${place.line}`,
          `endLine=${place.line}`,
          'col=1',
          `endColumn=${place.endColumn}`,
        ]
  const properties = [...where, `title=${escapeProperty(title)}`].join(',')
  return `::${COMMANDS[level]} ${properties}::${escapeData(message)}`
}

/** A line end would begin a command of its own. */
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
