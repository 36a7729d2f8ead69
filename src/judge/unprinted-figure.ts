/**
 * A figure of the report that nothing in the session shows: a time or a size, or any unit that a run of this turn
 * measured in.
 * A figure is shown where an output, the request or edited code has it, or two printed ones make it.
 */
import { callsOf, isWholeRecord } from '../read/ledger/calls.js'
import type { Call } from '../read/ledger/calls.js'
import { MAX_FIGURES, figuresIn } from '../read/output/figures.js'
import type { Figure } from '../read/output/figures.js'
import type { Point } from './point.js'
import { turnOf } from './world.js'
import type { World } from './world.js'

export function unprintedFigure(
  told: readonly Figure[],
  world: World,
): Pick<Point, 'fact' | 'quote' | 'step'> | null {
  const { evidence } = world
  const calls = callsOf(evidence)
  const began = evidence.recent.findLast(({ kind }) => kind === 'human')?.step ?? 0
  const measuring = calls.filter(({ measures, step }) => measures === true && step > began)
  const hasAll =
    evidence.totals.toolCalls <= calls.length &&
    calls.every(({ figures = [] }) => figures.length < MAX_FIGURES)
  if (!hasAll || !isWholeRecord(evidence)) return null
  const shown = shownFigures(world, calls)
  const unshown = told.filter((one) => !isShown(one, shown))
  // What was measured is told before and after, as a ratio or a size; single times may be of the code.
  const measured = unshown.filter(({ unit }) => MEASURED.has(unit))
  const isPair =
    evidence.edits.some(({ turn }) => turn === turnOf(world)) &&
    measured.length > 1 &&
    measured.some(({ unit }) => unit !== 'ms')
  for (const one of unshown) {
    const run = measuring.findLast(({ figures = [] }) => figures.some(isMeasureOf(one)))
    if (run === undefined && !(isPair && MEASURED.has(one.unit))) continue
    const fact = `You report ${say(one)}, and no output of this session shows it`
    if (run === undefined) return { fact, quote: null, step: null }
    const printed = run.figures!.filter(({ unit }) => unit === one.unit).slice(-3)
    return { fact, quote: `${run.action}: ${printed.map(say).join(', ')}`, step: run.step }
  }
  return null
}

/** A time, a size and a ratio of them come from a run alone. */
const MEASURED: ReadonlySet<string> = new Set(['ms', 'byte', 'x'])

/** A ratio follows from two times or sizes as well. */
const isMeasureOf =
  ({ unit }: Figure) =>
  (printed: Figure): boolean =>
    printed.unit === unit || (unit === 'x' && (printed.unit === 'ms' || printed.unit === 'byte'))

function shownFigures(world: World, calls: readonly Call[]): Figure[] {
  const { evidence, look } = world
  const edited = evidence.edits
    .filter(({ turn, inert }) => turn === turnOf(world) && !inert)
    .slice(-MAX_FILES)
  const texts = [
    ...evidence.request.messages.map(({ text }) => text),
    ...calls.map(({ action }) => action),
    ...edited.map(({ file }) => look?.textOf(file) ?? ''),
  ]
  return [
    ...calls.flatMap(({ figures = [] }) => figures),
    ...texts.flatMap((text) => figuresIn(text)),
  ]
}

const MAX_FILES = 10

function isShown(told: Figure, shown: readonly Figure[]): boolean {
  const same = shown.filter(({ unit }) => unit === told.unit).map(({ value }) => value)
  if (same.some((value) => isNear(told, value))) return true
  const measured = shown.filter((one) => isMeasureOf(told)(one) || told.unit === '%')
  return measured.some((a) =>
    measured.some(
      (b) =>
        a !== b &&
        a.unit === b.unit &&
        a.unit !== '%' &&
        b.value !== 0 &&
        made(told.unit, a.value, b.value).some((value) => isNear(told, value)),
    ),
  )
}

/** What two figures make: their difference and sum, how often one is in the other, what share it is. */
function made(unit: string, a: number, b: number): number[] {
  const ratio = a / b
  if (unit === 'x') return [ratio]
  if (unit === '%') return [100 * ratio, 100 * Math.abs(1 - ratio)]
  return [a - b, a + b]
}

/** Rounded as it is told; a size counts in thousands or in 1,024. */
function isNear({ value, digits, unit }: Figure, printed: number): boolean {
  const slack = Math.max(0.5 * 10 ** -digits, Math.abs(printed) * (SLACK[unit] ?? 0.01))
  return Math.abs(value - printed) <= slack * 1.0001
}

const SLACK: Readonly<Record<string, number>> = { byte: 0.05, x: 0.1 }

const say = ({ value, unit }: Figure): string =>
  unit in UNIT_WORDS ? `${shorten(value)}${UNIT_WORDS[unit]}` : `${unit} ${shorten(value)}`

const UNIT_WORDS: Readonly<Record<string, string>> = {
  '%': ' %',
  ms: ' ms',
  byte: ' bytes',
  x: '×',
}
const shorten = (value: number): string => String(Number(value.toPrecision(6)))
