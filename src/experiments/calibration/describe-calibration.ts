import {
  formatCount,
  formatInterval,
  formatNumber,
  formatPercent,
  formatPercentInterval,
  formatPoints,
  formatPointsInterval,
} from '../report/format.js'
import {
  percentAxis,
  roundMax,
  type Column,
  type ColumnPlot,
  type CurvePlot,
  type Figure,
  type ReportDocument,
} from '../report/report-document.js'
import type { ReliabilityBin } from '../statistics/calibration-error.js'
import type { Calibration, CalibrationFigures } from './calibration.js'

/** P1 as a report: figures, what was left out, and the three plots. */
export function describeCalibration(calibration: Calibration): ReportDocument {
  const { figures } = calibration
  return {
    ...calibration,
    figures: toFigures(figures),
    tables: [
      {
        title: 'Rows that were left out',
        columns: ['why', 'rows'],
        rows: Object.entries(figures.rows.skipped)
          .filter(([, n]) => n > 0)
          .map(([why, n]) => [SKIPPED[why as keyof typeof SKIPPED], formatCount(n)]),
      },
    ],
    plots:
      figures.rows.used === 0
        ? []
        : [
            toReliability(figures),
            ...(figures.roc.length > 0 ? [toRoc(figures)] : []),
            toRisk(figures),
          ],
  }
}

const SKIPPED = {
  blank: 'confidence or outcome is blank',
  notANumber: 'confidence is not a number',
  outOfRange: 'confidence is off the scale',
  badOutcome: 'outcome is neither 1, 0, true nor false',
  malformed: 'the line could not be read',
}

function toFigures({ base, auc, brier, ece, high }: CalibrationFigures): Figure[] {
  const rated = `self-rated high (≥ ${high.threshold})`
  const n = formatCount(base.n)
  const highN = formatCount(high.accuracy.n)
  return [
    {
      label: `AUC, ${rated}`,
      value: formatNumber(high.auc.value),
      interval: formatInterval(high.auc.interval),
      n: highN,
    },
    {
      label: `Accuracy, ${rated}`,
      value: formatPercent(high.accuracy.share),
      interval: formatPercentInterval(high.accuracy.interval),
      n: highN,
    },
    {
      label: `Lift, ${rated}`,
      value: formatPoints(high.lift.points),
      interval: formatPointsInterval(high.lift.interval),
      n: highN,
    },
    {
      label: 'AUC, all rows',
      value: formatNumber(auc.value),
      interval: formatInterval(auc.interval),
      n,
    },
    {
      label: 'Accuracy, all rows (base)',
      value: formatPercent(base.share),
      interval: formatPercentInterval(base.interval),
      n,
    },
    { label: 'Brier', value: formatNumber(brier), interval: '', n },
    { label: 'ECE, 10 bins', value: formatNumber(ece), interval: '', n },
  ]
}

function toReliability({ bins, ece, base }: CalibrationFigures): ColumnPlot {
  return {
    kind: 'columns',
    title: 'Reliability: is 80 % sure right 80 % of the time?',
    description:
      `Accuracy per tenth of confidence over ${formatCount(base.n)} rows, with the number of ` +
      'rows above each bar and Wilson’s interval as a line. On the dashed line confidence and ' +
      `accuracy agree. The mean gap (ECE) is ${formatNumber(ece)}.`,
    x: percentAxis('self-reported confidence'),
    y: percentAxis('rows that are right'),
    columns: bins.filter((bin) => bin.n > 0).map(toColumn),
    reference: {
      label: 'perfectly calibrated',
      line: [
        [0, 0],
        [1, 1],
      ],
    },
    table: {
      title: 'Reliability',
      columns: ['confidence', 'rows', 'mean confidence', 'accuracy', '95 % interval'],
      rows: bins.map((bin) => [
        `(${bin.low.toFixed(1)}, ${bin.high.toFixed(1)}]`,
        formatCount(bin.n),
        formatPercent(bin.meanConfidence),
        formatPercent(bin.accuracy.share),
        formatPercentInterval(bin.accuracy.interval),
      ]),
    },
  }
}

const toColumn = ({ low, high, n, accuracy }: ReliabilityBin): Column => ({
  from: low,
  to: high,
  height: accuracy.share ?? 0,
  low: accuracy.interval?.low ?? 0,
  high: accuracy.interval?.high ?? 0,
  count: shortCount(n),
})

const shortCount = (n: number): string =>
  n >= 1e6 ? `${(n / 1e6).toFixed(1)}M` : n >= 10_000 ? `${Math.round(n / 1000)}k` : formatCount(n)

function toRoc({ roc, auc }: CalibrationFigures): CurvePlot {
  return {
    kind: 'curve',
    title: 'ROC: does confidence rank right above wrong?',
    description:
      'Each point accepts everything rated at least so high. The area under the curve (AUC) is ' +
      `${formatNumber(auc.value)}; the dashed line is chance, 0.5. ${formatCount(auc.rights)} ` +
      `right and ${formatCount(auc.wrongs)} wrong rows.`,
    x: percentAxis('wrong rows accepted'),
    y: percentAxis('right rows accepted'),
    line: roc.map((point) => [point.falsePositiveRate, point.truePositiveRate]),
    reference: {
      label: 'chance',
      line: [
        [0, 0],
        [1, 1],
      ],
    },
    table: {
      title: 'ROC',
      columns: ['confidence at least', 'wrong rows accepted', 'right rows accepted'],
      rows: every(roc).map((point) => [
        point.threshold === null ? 'none' : formatNumber(point.threshold),
        formatPercent(point.falsePositiveRate),
        formatPercent(point.truePositiveRate),
      ]),
    },
  }
}

function toRisk({ riskCoverage, base }: CalibrationFigures): CurvePlot {
  const baseRisk = 1 - (base.share ?? 0)
  const max = roundMax([baseRisk, ...riskCoverage.map(({ risk }) => risk)])
  return {
    kind: 'curve',
    title: 'Risk and coverage: what if only the surest were kept?',
    description:
      'How many of the kept rows are wrong when the most confident are kept first. Keeping all ' +
      `${formatCount(base.n)} gives ${formatPercent(baseRisk)}, the dashed line; a useful ` +
      'confidence falls well below it on the left.',
    x: percentAxis('rows kept, most confident first'),
    y: percentAxis('kept rows that are wrong', max),
    line: riskCoverage.map((point) => [point.coverage, point.risk]),
    reference: {
      label: 'all rows',
      line: [
        [0, baseRisk],
        [1, baseRisk],
      ],
    },
    table: {
      title: 'Risk and coverage',
      columns: ['confidence at least', 'rows kept', 'kept rows that are wrong'],
      rows: every(riskCoverage).map((point) => [
        formatNumber(point.threshold),
        formatPercent(point.coverage),
        formatPercent(point.risk),
      ]),
    },
  }
}

/** At most about forty rows: a table is to be read. */
function every<T>(points: readonly T[]): T[] {
  const step = Math.ceil(points.length / 40)
  return points.filter((_, i) => i % step === 0 || i === points.length - 1)
}
