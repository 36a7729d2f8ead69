import { handInSelfReport } from '../../moments/run/hand-in-self-report.js'
import { redactText } from '../../safety/redact.js'
import { ReflectError } from '../../schema/error.js'
import { SelfReport } from '../../schema/self-report.js'
import { Surface } from '../../schema/surface.js'
import { nearest } from '../../util/nearest.js'
import type { CliCommand } from '../command.js'
import { shorten } from '../../util/shorten.js'

const SURFACES = Surface.options.join(', ')
const EXAMPLE =
  'reflect report --confidence 0.7 --wrong auth:"token refresh untested" --hidden "needs a new key in production"'

const HOW_TO = `Hunt for the bug in your own work, then hand in what you found:

  What is the single most likely way in which this is wrong?   --wrong <surface>:"<description>"
  What do you know that the diff doesn't show?                 --hidden "<text>"
  How likely is it that a reviewer finds nothing to fix?       --confidence <0..1>

Surfaces: ${SURFACES}. Each call replaces the previous one; whatever you leave out counts as unknown.

Example:
  ${EXAMPLE}`

export const command: CliCommand = {
  configure: (command) =>
    command
      .option('--confidence <number>', '0 to 1: how likely a reviewer finds nothing to fix')
      .option('--wrong <surface:text>', 'the single most likely way in which the work is wrong')
      .option('--hidden <text>', "what you know and the diff doesn't show")
      .addHelpText('after', `\n${HOW_TO}`),

  async run(context, _positional, options) {
    const { confidence, wrong, hidden } = options as Record<string, string | undefined>
    if (confidence === undefined && wrong === undefined && hidden === undefined) {
      context.print(context.json ? JSON.stringify({ howTo: HOW_TO }) : HOW_TO)
      return 0
    }
    const report = readReport({ confidence, wrong, hidden })
    const file = await handInSelfReport(report, { ...context, sessionId: null })
    context.print(
      context.json
        ? JSON.stringify({ file, report })
        : `Handed in: ${shorten(file, context.home)}. It counts for the next stop in this project.`,
    )
    return 0
  },
}

interface Typed {
  confidence: string | undefined
  wrong: string | undefined
  hidden: string | undefined
}

/** Everything that is wrong with it is said at once. */
function readReport({ confidence, wrong, hidden }: Typed): SelfReport {
  const problems: string[] = []
  const report: SelfReport = {
    confidence: confidence === undefined ? null : readConfidence(confidence, problems),
    most_likely_wrong: wrong === undefined ? null : readWrong(wrong, problems),
    known_not_in_diff: hidden === undefined ? null : readHidden(hidden, problems),
  }
  if (problems.length === 0 && Object.values(report).every((value) => value === null)) {
    problems.push('The report is empty: --hidden has no text')
  }
  if (problems.length === 0) return SelfReport.parse(report)
  throw new ReflectError('usage', problems.join('\n'), { remedy: `For example: ${EXAMPLE}` })
}

function readConfidence(text: string, problems: string[]): number | null {
  const number = /^(?:\d+(?:\.\d*)?|\.\d+)$/.test(text.trim()) ? Number(text) : Number.NaN
  if (number >= 0 && number <= 1) return number
  const [, percent = '', sign = ''] = /^(\d{1,3})\s*(%?)$/.exec(text.trim()) ?? []
  // A bare 2 may be anything; 70 and 2% are meant in percent.
  const isPercent =
    percent !== '' && Number(percent) <= 100 && (sign !== '' || Number(percent) >= 10)
  const meant = isPercent ? Number(percent) / 100 : null
  const hint = meant === null ? '' : `; did you mean ${meant}?`
  problems.push(`--confidence ${JSON.stringify(text)} is not a number from 0 to 1${hint}`)
  return null
}

function readWrong(text: string, problems: string[]): SelfReport['most_likely_wrong'] {
  const colon = text.indexOf(':')
  const name = (colon === -1 ? text : text.slice(0, colon)).trim()
  const surface = Surface.safeParse(name)
  const description = redactText(colon === -1 ? '' : text.slice(colon + 1).trim())
  if (colon === -1) {
    problems.push(`--wrong needs a surface (${SURFACES}), a colon and a description`)
  } else if (!surface.success) {
    const near = nearest(name, Surface.options)
    const hint = near === null ? '' : `; did you mean ${near}?`
    problems.push(`--wrong: "${name.slice(0, 40)}" is not a surface (${SURFACES})${hint}`)
  }
  if (colon !== -1 && (description === '' || description.length > 2000)) {
    problems.push('--wrong: the description has to have 1 to 2000 characters')
  }
  return surface.success ? { surface: surface.data, description } : null
}

function readHidden(text: string, problems: string[]): string | null {
  const hidden = redactText(text.trim())
  if (hidden.length > 4000) problems.push('--hidden has more than 4000 characters')
  return hidden === '' ? null : hidden
}
