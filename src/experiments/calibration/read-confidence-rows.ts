import { ReflectError } from '../../schema/error.js'
import { TallyBuilder, type ConfidenceTally } from '../statistics/confidence-tally.js'
import { noSkippedRows, toConfidenceRow, type SkippedRows } from './confidence-row.js'
import { CsvRecords } from './csv-records.js'
import { parseJson } from '../../util/parse-json.js'
import { count } from '../../util/count.js'
import { withoutByteOrderMark } from '../../util/byte-order-mark.js'

interface ConfidenceColumns {
  /** @default 'confidence' */
  readonly confidence?: string
  /** @default 'correct' */
  readonly correct?: string
}

export interface ReadConfidenceOptions {
  readonly columns?: ConfidenceColumns
  /** What full confidence is written as: 1, 10 or 100. Never guessed. @default 1 */
  readonly scale?: number
  /** @default found from the first line: an object is JSONL, anything else CSV */
  readonly format?: 'jsonl' | 'csv'
}

export interface ConfidenceData {
  readonly tally: ConfidenceTally
  /** Rows that were read, used or not. */
  readonly read: number
  readonly skipped: SkippedRows
}

/** Streams rows of confidence and correctness into a tally; memory does not grow with the rows. */
export async function readConfidenceRows(
  lines: AsyncIterable<readonly string[]>,
  options: ReadConfidenceOptions = {},
): Promise<ConfidenceData> {
  const scale = checkedScale(options.scale ?? 1)
  const names = {
    confidence: options.columns?.confidence ?? 'confidence',
    correct: options.columns?.correct ?? 'correct',
  }
  const rows = new RowCollector(scale)
  let parse: ((line: string) => void) | undefined
  let finish: (() => void) | undefined
  for await (const batch of lines) {
    for (const raw of batch) {
      if (parse === undefined) {
        const first = withoutByteOrderMark(raw)
        if (first.trim() === '') continue
        const format = options.format ?? formatOf(first)
        const parser = format === 'jsonl' ? jsonParser(names, rows) : csvParser(names, rows)
        parse = parser.parse
        finish = parser.finish
        parse(first)
      } else if (raw !== '') {
        parse(raw)
      }
    }
  }
  finish?.()
  return rows.finish()
}

class RowCollector {
  readonly #builder = new TallyBuilder()
  readonly #skipped = noSkippedRows()
  #read = 0
  #inRange = 0
  #above = 0
  #largest = 0

  constructor(readonly scale: number) {}

  add(confidence: unknown, correct: unknown): void {
    this.#read++
    const row = toConfidenceRow(confidence, correct, this.scale)
    if (row.kind === 'row') {
      this.#inRange++
      this.#builder.add(row.confidence, row.correct)
      return
    }
    this.#skipped[row.why]++
    if (row.raw === undefined || row.raw <= this.scale) return
    this.#above++
    this.#largest = Math.max(this.#largest, row.raw)
  }

  skipMalformed(): void {
    this.#read++
    this.#skipped.malformed++
  }

  finish(): ConfidenceData {
    // A few stray values are skipped rows; many are another scale, on which the small values that
    // did fit would be misread as near-certainty.
    if (this.#above > 0.05 * (this.#above + this.#inRange)) {
      throw otherScale(this.#above, this.scale, this.#largest)
    }
    return { tally: this.#builder.build(), read: this.#read, skipped: this.#skipped }
  }
}

interface Parser {
  parse(line: string): void
  finish(): void
}

type ColumnNames = Required<ConfidenceColumns>

function csvParser(names: ColumnNames, rows: RowCollector): Parser {
  const records = new CsvRecords()
  let header: { confidence: number; correct: number; width: number } | undefined
  return {
    parse(line) {
      const fields = records.push(line)
      if (fields === null) return
      if (header === undefined) {
        header = locateColumns(fields, names)
      } else if (fields.length !== header.width) {
        rows.skipMalformed()
      } else {
        rows.add(fields[header.confidence], fields[header.correct])
      }
    },
    finish() {
      if (records.isOpen) rows.skipMalformed()
    },
  }
}

function locateColumns(fields: string[], names: ColumnNames) {
  const known = fields.map((field) => field.trim())
  const confidence = known.indexOf(names.confidence)
  const correct = known.indexOf(names.correct)
  if (confidence === -1) throw missingColumn(names.confidence, known)
  if (correct === -1) throw missingColumn(names.correct, known)
  return { confidence, correct, width: fields.length }
}

function jsonParser(names: ColumnNames, rows: RowCollector): Parser {
  const seen = { confidence: false, correct: false }
  let firstKeys: string[] | undefined
  return {
    parse(line) {
      const value = parseObject(line)
      if (value === null) {
        rows.skipMalformed()
        return
      }
      firstKeys ??= Object.keys(value)
      seen.confidence ||= names.confidence in value
      seen.correct ||= names.correct in value
      rows.add(value[names.confidence], value[names.correct])
    },
    finish() {
      if (firstKeys === undefined) return
      if (!seen.confidence) throw missingColumn(names.confidence, firstKeys)
      if (!seen.correct) throw missingColumn(names.correct, firstKeys)
    },
  }
}

function parseObject(line: string): Record<string, unknown> | null {
  const value = parseJson(line) ?? parseJson(line.replaceAll(BARE_NUMBER_WORD, '$1"$2"'))
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null
}

// Python writes these three words, which are not JSON.
const BARE_NUMBER_WORD = /([:,[]\s*)(NaN|-?Infinity)(?=\s*[,}\]])/g

function formatOf(first: string): 'jsonl' | 'csv' {
  const text = first.trimStart()
  if (text.startsWith('[')) {
    throw new ReflectError('usage', 'the file is one JSON array, not one object per line', {
      remedy: 'Write it as JSONL, for example with: jq -c ".[]" file.json',
    })
  }
  return text.startsWith('{') ? 'jsonl' : 'csv'
}

function checkedScale(scale: number): number {
  if (Number.isFinite(scale) && scale > 0) return scale
  throw new ReflectError('usage', `a confidence scale of ${scale} makes no sense`, {
    remedy: 'Use 1, 10 or 100.',
  })
}

function missingColumn(name: string, known: readonly string[]): ReflectError {
  const shown = known.slice(0, 12).join(', ') + (known.length > 12 ? ', …' : '')
  return new ReflectError('usage', `there is no column "${name}"; the file has: ${shown}`, {
    remedy: 'Name the columns with --confidence NAME and --correct NAME.',
  })
}

function otherScale(above: number, scale: number, largest: number): ReflectError {
  const flag = largest <= 10 ? '--scale 10' : largest <= 100 ? '--percent' : '--scale N'
  return new ReflectError(
    'usage',
    `${count(above, 'row has', 'rows have')} a confidence above ${scale} (the largest is ${largest}): another scale?`,
    { remedy: `If confidence is not written as 0..${scale}, say so: ${flag}.` },
  )
}
