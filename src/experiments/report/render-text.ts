import type { VerdictState } from '../experiment.js'
import type { Bar, Figure, Plot, ReportDocument, ReportTable } from './report-document.js'
import { VERDICT_TEXT } from './verdict-text.js'

export interface TextOptions {
  /** Colours a verdict; plain when absent. */
  readonly paint?: (state: VerdictState, text: string) => string
}

/** A report for a terminal. What was written down before comes before what was found. */
export function renderText(document: ReportDocument, { paint }: TextOptions = {}): string {
  const { registered, verdict } = document
  const headline = VERDICT_TEXT[verdict.state]
  return [
    `${document.gate} ${document.experiment}: ${registered.question}`,
    '',
    'Written down before looking',
    ...item(`Kill if ${registered.kill}`),
    ...item(`Pass if ${registered.pass}`),
    ...item(`Needs at least ${registered.minimum}`),
    ...registered.definitions.flatMap(item),
    '',
    `Result for ${oneLine(document.source)}`,
    ...align([['', 'value', '95 % interval', 'n'], ...document.figures.map(toCells)]),
    '',
    ...document.tables.flatMap(toTable),
    ...document.plots.flatMap(toPlot),
    ...(document.notes.length > 0 ? ['Notes', ...document.notes.flatMap(item), ''] : []),
    paint === undefined ? headline : paint(verdict.state, headline),
    ...verdict.reasons.flatMap(item),
  ].join('\n')
}

const WIDTH = 96

const item = (text: string): string[] => wrap(oneLine(text), WIDTH - 4, '  - ', '    ')

const toCells = ({ label, value, interval, n }: Figure): string[] => [label, value, interval, n]

function toTable({ title, columns, rows }: ReportTable): string[] {
  if (rows.length === 0) return []
  const lines = align([columns, ...rows])
  // What does not fit side by side goes below each other.
  const fits = lines.every((line) => line.length <= WIDTH)
  return [title, ...(fits ? lines : rows.flatMap((row) => item(row.join(' · ')))), '']
}

function toPlot(plot: Plot): string[] {
  if (plot.kind === 'bars') {
    return [plot.title, ...align(plot.bars.map((bar) => barCells(bar, plot.x.max))), '']
  }
  // A terminal cannot draw a curve; its table can be long, so only the columns are shown.
  return plot.kind === 'columns' ? toTable(plot.table) : []
}

const barCells = ({ label, share, text }: Bar, max: number): string[] => [
  label,
  '█'.repeat(Math.round((24 * share) / max)) || '·',
  text,
]

function align(rows: readonly (readonly string[])[]): string[] {
  const safe = rows.map((row) => row.map(oneLine))
  const widths = safe.reduce<number[]>(
    (known, row) => row.map((cell, i) => Math.max(known[i] ?? 0, cell.length)),
    [],
  )
  return safe.map((row) =>
    `  ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join('  ')}`.trimEnd(),
  )
}

function wrap(text: string, width: number, first: string, rest: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else {
      line = line === '' ? word : `${line} ${word}`
    }
  }
  return [...lines, line].map((part, i) => `${i === 0 ? first : rest}${part}`)
}

// Subjects and paths come from outside: they must not move the cursor or break a line.
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
