import { headSafely } from '../../safety/clip-safely.js'
import { SelfReport } from '../../schema/self-report.js'
import { Surface } from '../../schema/surface.js'

/** What an agent is asked for, in one line. Asked as a hunt for the bug it is answered best. */
export const SELF_REPORT_REQUEST = [
  'When you finish a piece of work, hunt for the bug in it and end your last message with one line:',
  '`Self-report: confidence <0 to 1 that a reviewer finds nothing to fix>;',
  'wrong <surface>: <the single most likely way in which it is wrong>;',
  'hidden: <what you know and the diff does not show>`.',
  `Surfaces: ${Surface.options.join(', ')}. Leave out what you do not know.`,
].join(' ')

const MAX_CHARS = 4000

/** What such a line says, part by part; a part that can't be read is left out and named. */
export function parseSelfReportLine(line: string): { value: SelfReport; degraded: string[] } {
  const value: SelfReport = { confidence: null, most_likely_wrong: null, known_not_in_diff: null }
  const degraded: string[] = []
  for (const part of partsOf(headSafely(line, MAX_CHARS))) {
    const confidence = CONFIDENCE.exec(part)
    const wrong = WRONG.exec(part)
    const hidden = HIDDEN.exec(part)
    if (confidence !== null) value.confidence = readConfidence(confidence, degraded)
    else if (wrong !== null) value.most_likely_wrong = readWrong(wrong[1]!, degraded)
    else if (hidden !== null) value.known_not_in_diff = said(hidden[1]!)
  }
  return { value, degraded }
}

/** A part begins with its name; a semicolon inside of a sentence does not end it. */
const partsOf = (line: string): string[] =>
  line.replace(/[`*]/g, '').split(/;\s*(?=(?:confidence|wrong|most likely wrong|hidden)\b)/i)

const CONFIDENCE = /^\s*confidence\b[\s:=]*(-?\d{0,3}(?:[.,]\d{1,6})?)\s*(%?)/i
const WRONG = /^\s*(?:most likely )?wrong\b[\s:=]*(.*)/is
const HIDDEN = /^\s*hidden\b[\s:=]*(.*)/is
const NOTHING = /^(?:nothing|none|no|n\/a|unknown|-|–)?[.!]?$/i

function readConfidence([, digits = '', percent]: RegExpExecArray, degraded: string[]) {
  const number = Number(digits.replace(',', '.')) / (percent === '%' ? 100 : 1)
  const read = SelfReport.shape.confidence.safeParse(digits === '' ? Number.NaN : number)
  if (!read.success) degraded.push("the self-report's confidence is not valid")
  return read.success ? read.data : null
}

function readWrong(text: string, degraded: string[]): SelfReport['most_likely_wrong'] {
  const [, word = '', rest = ''] = /^\s*([a-z]+)\s*[:–-]\s*(.+)/is.exec(text) ?? []
  const surface = Surface.safeParse(word.toLowerCase())
  const description = said(surface.success ? rest : text)
  if (description === null) return null
  if (!surface.success) degraded.push("the self-report's most_likely_wrong names no surface")
  return {
    surface: surface.success ? surface.data : 'none',
    description: headSafely(description, 2000),
  }
}

function said(text: string): string | null {
  const plain = text.trim().replace(/[;.]\s*$/, '')
  return NOTHING.test(plain) ? null : plain
}
