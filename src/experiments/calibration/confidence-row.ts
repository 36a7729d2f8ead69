/** Why a row was left out. Such rows are counted, never guessed at. */
export interface SkippedRows {
  /** No confidence or no outcome. */
  blank: number
  /** A confidence that is not a number. */
  notANumber: number
  /** A confidence below 0 or above the scale. */
  outOfRange: number
  /** An outcome other than 1, 0, true or false. */
  badOutcome: number
  /** A line that could not be parsed, or lacks the columns. */
  malformed: number
}

export const noSkippedRows = (): SkippedRows => ({
  blank: 0,
  notANumber: 0,
  outOfRange: 0,
  badOutcome: 0,
  malformed: 0,
})

export type ConfidenceRow =
  | { readonly kind: 'row'; readonly confidence: number; readonly correct: boolean }
  | { readonly kind: 'skipped'; readonly why: keyof SkippedRows; readonly raw?: number }

/** Reads one confidence and one outcome as they were found in a file. */
export function toConfidenceRow(
  confidence: unknown,
  correct: unknown,
  scale: number,
): ConfidenceRow {
  if (isBlank(confidence) || isBlank(correct)) return BLANK
  const raw = toNumber(confidence)
  if (Number.isNaN(raw)) return NOT_A_NUMBER
  const right = toOutcome(correct)
  if (right === null) return BAD_OUTCOME
  if (raw < 0 || raw > scale) return { kind: 'skipped', why: 'outOfRange', raw }
  return { kind: 'row', confidence: raw / scale, correct: right }
}

const BLANK: ConfidenceRow = { kind: 'skipped', why: 'blank' }
const NOT_A_NUMBER: ConfidenceRow = { kind: 'skipped', why: 'notANumber' }
const BAD_OUTCOME: ConfidenceRow = { kind: 'skipped', why: 'badOutcome' }

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')

const DECIMAL = /^\s*[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?\s*$/i

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value
  // `Number` alone would read '0x1f' and 'Infinity'.
  if (typeof value === 'string' && DECIMAL.test(value)) return Number(value)
  return Number.NaN
}

function toOutcome(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (value === '1') return true
  if (value === '0') return false
  if (typeof value === 'string') {
    const word = value.trim().toLowerCase()
    if (word === 'true') return true
    if (word === 'false') return false
  }
  const number = toNumber(value)
  return number === 1 ? true : number === 0 ? false : null
}
