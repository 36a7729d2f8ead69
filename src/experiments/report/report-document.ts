import type {
  ExperimentName,
  ExperimentVerdict,
  ExperimentId,
  PreRegistration,
} from '../experiment.js'

/** A report before it has a form: text, Markdown and HTML are made from this and nothing else. */
export interface ReportDocument {
  readonly experiment: ExperimentName
  readonly gate: ExperimentId
  readonly source: string
  readonly registered: PreRegistration
  readonly verdict: ExperimentVerdict
  readonly figures: readonly Figure[]
  readonly tables: readonly ReportTable[]
  readonly plots: readonly Plot[]
  readonly notes: readonly string[]
}

/** One number with what belongs to it, ready to print. */
export interface Figure {
  readonly label: string
  readonly value: string
  /** 95 % interval. */
  readonly interval: string
  readonly n: string
}

export interface ReportTable {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export interface Axis {
  /** With its unit. */
  readonly label: string
  /** Values run from 0 to this. */
  readonly max: number
  readonly ticks: readonly { readonly at: number; readonly text: string }[]
}

export type Point = readonly [x: number, y: number]

interface PlotBase {
  readonly title: string
  /** What a reader who cannot see the plot should know of it. */
  readonly description: string
  /** The same data as a table. */
  readonly table: ReportTable
}

/** A curve in the unit square or a part of it. */
export interface CurvePlot extends PlotBase {
  readonly kind: 'curve'
  readonly x: Axis
  readonly y: Axis
  readonly line: readonly Point[]
  /** Dashed, for comparison. */
  readonly reference: { readonly label: string; readonly line: readonly Point[] }
}

/** Upright bars over ranges of x, with a count above each. */
export interface ColumnPlot extends PlotBase {
  readonly kind: 'columns'
  readonly x: Axis
  readonly y: Axis
  readonly columns: readonly Column[]
  readonly reference: { readonly label: string; readonly line: readonly Point[] }
}

export interface Column {
  readonly from: number
  readonly to: number
  readonly height: number
  readonly low: number
  readonly high: number
  readonly count: string
}

/** Lying bars, one per named share, with its interval. */
export interface BarPlot extends PlotBase {
  readonly kind: 'bars'
  readonly x: Axis
  readonly bars: readonly Bar[]
  /** A mark across one of the bars, such as a kill condition. */
  readonly limit: { readonly bar: number; readonly at: number; readonly label: string } | null
}

export interface Bar {
  readonly label: string
  readonly share: number
  readonly low: number
  readonly high: number
  readonly text: string
}

export type Plot = CurvePlot | ColumnPlot | BarPlot

/** 0, 20 … 100 % of `max`. */
export function percentAxis(label: string, max = 1): Axis {
  const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
  const ticks = steps.map((step) => ({ at: step * max, text: tickText(100 * step * max) }))
  return { label: `${label} (%)`, max, ticks }
}

const tickText = (value: number): string => String(Math.round(value * 10) / 10)

/** The smallest round share that holds all of these. */
export function roundMax(shares: readonly number[]): number {
  const largest = Math.max(0, ...shares)
  return [0.05, 0.1, 0.25, 0.5, 1].find((max) => largest <= max) ?? 1
}
