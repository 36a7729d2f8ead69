import { handInSelfReport } from '../../moments/run/hand-in-self-report.js'
import { redactText } from '../../safety/redact.js'
import { ReflectError } from '../../schema/error.js'
import { SelfReport } from '../../schema/self-report.js'
import { Surface } from '../../schema/surface.js'
import { nearest } from '../../util/nearest.js'
import { shorten } from '../../util/shorten.js'
import { text } from '../takes.js'
import { verb } from '../command.js'

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

export const command = verb({
  about: `\n${HOW_TO}`,
  takes: {
    confidence: text('<number>', '0 to 1: how likely a reviewer finds nothing to fix'),
    wrong: text('<surface:text>', 'the single most likely way in which the work is wrong'),
    hidden: text('<text>', "what you know and the diff doesn't show"),
  },
  async run(typed, context) {
    if (Object.values(typed).every((one) => one === undefined))
      return { json: { howTo: HOW_TO }, text: HOW_TO }
    const report = readReport(typed)
    const file = await handInSelfReport(report, { ...context, sessionId: null })
    const shown = shorten(file, context.home)
    return {
      json: { file, report },
      text: `Handed in: ${shown}. It counts for the next stop in this project.`,
    }
  },
})

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
  const hint = isPercent ? `; did you mean ${Number(percent) / 100}?` : ''
  problems.push(`--confidence ${JSON.stringify(text)} is not a number from 0 to 1${hint}`)
  return null
}

function readWrong(text: string, problems: string[]): SelfReport['most_likely_wrong'] {
  const [name = '', ...rest] = text.split(':')
  const surface = Surface.safeParse(name.trim())
  const description = redactText(rest.join(':').trim())
  if (rest.length === 0) {
    problems.push(`--wrong needs a surface (${SURFACES}), a colon and a description`)
    return null
  }
  if (!surface.success) {
    const near = nearest(name.trim(), Surface.options)
    const hint = near === null ? '' : `; did you mean ${near}?`
    problems.push(`--wrong: "${name.trim().slice(0, 40)}" is not a surface (${SURFACES})${hint}`)
  }
  if (description === '' || description.length > 2000)
    problems.push('--wrong: the description has to have 1 to 2000 characters')
  return surface.success ? { surface: surface.data, description } : null
}

function readHidden(text: string, problems: string[]): string | null {
  const hidden = redactText(text.trim())
  if (hidden.length > 4000) problems.push('--hidden has more than 4000 characters')
  return hidden === '' ? null : hidden
}
