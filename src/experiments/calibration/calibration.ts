/**
 * P1: does self-reported confidence discriminate? A tally of confidence against correctness comes
 * in; discrimination, calibration and a verdict go out. Refuses a verdict on few rows or one class.
 */
import type { Experiment, ExperimentVerdict, PreRegistration } from '../experiment.js'
import { formatNumber, formatPoints } from '../report/format.js'
import { toAuc, type Auc } from '../statistics/auc.js'
import {
  brierScore,
  expectedCalibrationError,
  reliabilityBins,
  type ReliabilityBin,
} from '../statistics/calibration-error.js'
import { tallyFrom, type ConfidenceTally } from '../statistics/confidence-tally.js'
import {
  riskCoverageCurve,
  rocCurve,
  thinPoints,
  type RiskPoint,
  type RocPoint,
} from '../statistics/curves.js'
import { toLift, type Lift } from '../statistics/lift.js'
import { toProportion, type Proportion } from '../statistics/proportion.js'
import type { SkippedRows } from './confidence-row.js'
import type { ConfidenceData } from './read-confidence-rows.js'
import { count } from '../../util/count.js'

export interface CalibrationFigures {
  readonly rows: {
    readonly read: number
    readonly used: number
    readonly skipped: Readonly<SkippedRows>
  }
  readonly distinctConfidences: number
  /** Share of all used rows that are right. */
  readonly base: Proportion
  readonly auc: Auc
  readonly brier: number | null
  /** Expected calibration error over ten bins (low, high]. */
  readonly ece: number | null
  readonly bins: readonly ReliabilityBin[]
  readonly high: HighFigures
  readonly roc: readonly RocPoint[]
  readonly riskCoverage: readonly RiskPoint[]
}

/** The rows that the agent itself rated high. */
interface HighFigures {
  readonly threshold: number
  readonly accuracy: Proportion
  readonly lift: Lift
  readonly auc: Auc
}

export type Calibration = Experiment<'calibration', CalibrationFigures>

export interface CalibrationOptions {
  readonly source: string
  /** From which confidence a row counts as self-rated high. @default 0.8 */
  readonly high?: number
}

export function assessCalibration(data: ConfidenceData, options: CalibrationOptions): Calibration {
  const figures = measure(data, options.high ?? DEFAULT_HIGH)
  return {
    experiment: 'calibration',
    gate: 'P1',
    source: options.source,
    registered: registerCalibration(figures.high.threshold),
    figures,
    verdict: judge(figures),
    notes: notesOn(figures),
  }
}

const DEFAULT_HIGH = 0.8
const KILL_AUC = 0.6
const KILL_LIFT_POINTS = 5
const MIN_ROWS = 30
const MIN_HIGH_ROWS = 20
const MIN_HIGH_PER_CLASS = 5

export function registerCalibration(high = DEFAULT_HIGH): PreRegistration {
  return {
    question: 'Does self-reported confidence tell right work from wrong?',
    kill: `AUC on the self-rated-high rows (confidence ≥ ${high}) is at most 0.60.`,
    pass: 'its lower bound, which holds however often you look, is above 0.60, and that of their lift over all rows above +5 points.',
    minimum:
      `${MIN_ROWS} usable rows with both outcomes; of these ${MIN_HIGH_ROWS} self-rated high, ` +
      `with at least ${MIN_HIGH_PER_CLASS} right and ${MIN_HIGH_PER_CLASS} wrong.`,
    definitions: [
      'AUC is the chance that a right row is rated higher than a wrong one, by mid-ranks: a tie counts one half. Its 95 % interval is DeLong’s.',
      'A bound (at least …) holds however often you look: over all looks together it is above ' +
        'the true value in at most 2.5 % of projects. It is a normal mixture over DeLong’s ' +
        'variance, and over that of the lift.',
      'Brier is the mean squared distance of confidence and outcome; always saying 0.5 gives 0.25.',
      'ECE is the mean gap of confidence and accuracy over ten bins (low, high], weighted by rows; a confidence of exactly 0 is in the first.',
      'Lift is the accuracy of the self-rated-high rows minus the accuracy of all rows. Shares have Wilson’s 95 % interval.',
      'Rows with a blank, a confidence that is not a number or is off the scale, or an unclear outcome are counted and left out.',
    ],
  }
}

function measure({ tally, read, skipped }: ConfidenceData, threshold: number): CalibrationFigures {
  const bins = reliabilityBins(tally)
  const base = accuracyOf(tally)
  return {
    rows: { read, used: base.n, skipped },
    distinctConfidences: tally.confidence.length,
    base,
    auc: toAuc(tally),
    brier: brierScore(tally),
    ece: expectedCalibrationError(bins),
    bins,
    high: measureHigh(tally, threshold),
    roc: thinPoints(rocCurve(tally), (p) => [p.falsePositiveRate, p.truePositiveRate]),
    riskCoverage: thinPoints(riskCoverageCurve(tally), (p) => [p.coverage, p.risk]),
  }
}

function measureHigh(tally: ConfidenceTally, threshold: number): HighFigures {
  const high = tallyFrom(tally, threshold)
  return { threshold, accuracy: accuracyOf(high), lift: toLift(tally, high), auc: toAuc(high) }
}

const accuracyOf = ({ rights, wrongs }: ConfidenceTally): Proportion =>
  toProportion(rights, rights + wrongs)

function judge(figures: CalibrationFigures): ExperimentVerdict {
  const missing = missingFor(figures)
  if (missing.length > 0) return { state: 'insufficient', reasons: missing }
  const { auc, lift } = figures.high
  const conditions = [
    {
      ...compare(auc.value ?? 0, auc.low, KILL_AUC),
      says: `AUC on the self-rated-high rows is ${formatNumber(auc.value)} (at least ${formatNumber(auc.low)})`,
      limit: '0.60',
    },
    {
      ...compare(lift.points ?? 0, lift.low, KILL_LIFT_POINTS),
      says: `lift there is ${formatPoints(lift.points)} (at least ${formatPoints(lift.low)})`,
      limit: '+5 points',
    },
  ]
  const reasons = conditions.map(({ state, says, limit }) => `${says}${AGAINST[state]} ${limit}`)
  if (conditions[0]!.state === 'killed') return { state: 'killed', reasons }
  const hasPassed = conditions.every(({ state }) => state === 'passed')
  return { state: hasPassed ? 'passed' : 'undecided', reasons }
}

/** Killed by the figure itself, as it was written down; passed by its bound alone. */
function compare(
  value: number,
  low: number | null,
  limit: number,
): { state: 'killed' | 'undecided' | 'passed' } {
  if (value <= limit) return { state: 'killed' }
  return { state: low !== null && low > limit ? 'passed' : 'undecided' }
}

const AGAINST = {
  killed: ': not above',
  undecided: ': above, but its bound is not above',
  passed: ': bound above',
}

function missingFor({ rows, auc, high }: CalibrationFigures): string[] {
  if (rows.used < MIN_ROWS) return [`${rows.used} usable rows; ${MIN_ROWS} are needed`]
  if (auc.rights === 0 || auc.wrongs === 0) {
    return [`every usable row is ${auc.wrongs === 0 ? 'right' : 'wrong'}: nothing to tell apart`]
  }
  if (high.accuracy.n < MIN_HIGH_ROWS) {
    return [
      `${count(high.accuracy.n, 'row is', 'rows are')} self-rated high; ${MIN_HIGH_ROWS} are needed`,
    ]
  }
  const fewest = Math.min(high.auc.rights, high.auc.wrongs)
  if (fewest >= MIN_HIGH_PER_CLASS) return []
  return [
    `of the self-rated-high rows ${high.auc.rights} are right and ${high.auc.wrongs} wrong; ${MIN_HIGH_PER_CLASS} of each are needed`,
  ]
}

function notesOn({ rows, distinctConfidences }: CalibrationFigures): string[] {
  const notes: string[] = []
  const left = rows.read - rows.used
  if (left > 0) notes.push(`${left} of ${rows.read} rows were left out; the table says why.`)
  if (rows.used > 0 && distinctConfidences === 1) {
    notes.push('Every row has the same confidence: it cannot tell anything apart.')
  }
  return notes
}
