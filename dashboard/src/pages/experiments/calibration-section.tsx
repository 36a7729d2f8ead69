import type { CalibrationResult } from '../../../../src/schema/api/experiments.js'
import { CurveChart } from '../../charts/curve-chart.js'
import { EmptyState } from '../../kit/empty-state.js'
import { formatCount, formatCounted, formatScore, formatShare } from '../../kit/format.js'
import { Stat, Stats } from '../../kit/stat.js'
import { ExperimentPanel } from './experiment-panel.js'

/** P1: the agents' own confidence against what turned out right. */
export function CalibrationSection({ result }: { result: CalibrationResult | null }) {
  const used = result?.figures.rows.used ?? 0
  return (
    <ExperimentPanel
      id="calibration"
      title="P1 · Does confidence mean anything?"
      result={result}
      empty={<NoRows rows={null} />}
    >
      {used === 0 ? (
        <NoRows rows={result?.figures.rows ?? null} />
      ) : (
        <Figures figures={result!.figures} />
      )}
    </ExperimentPanel>
  )
}

const NoRows = ({ rows }: { rows: CalibrationFigures['rows'] | null }) => (
  <EmptyState
    title="No self-reported confidence with a known outcome"
    command="reflect experiment calibration --data rows.csv"
  >
    It is taken from runs whose agent stated a confidence and whose session has an outcome. Rows of
    your own can be tried from a file.
    {rows !== null && rows.read > 0 && ` So far: ${describeRows(rows)}.`}
  </EmptyState>
)

type CalibrationFigures = CalibrationResult['figures']

function Figures({ figures }: { figures: CalibrationFigures }) {
  const { auc, brier, ece, base, high, rows } = figures
  return (
    <>
      <Stats>
        <Stat
          label="AUC, rated high"
          value={formatScore(high.auc.value)}
          note={`at least ${formatScore(high.auc.low)} however often one looks; above 0.60 passes, 0.60 or less in itself kills it`}
        />
        <Stat
          label="Lift, rated high"
          value={high.lift.points === null ? '–' : signed(high.lift.points)}
          unit="points"
          note={`at least ${high.lift.low === null ? '–' : signed(high.lift.low)} on ${formatCounted(high.accuracy.n, 'row')} rated ${high.threshold} or more; the line is +5`}
        />
        <Stat label="AUC, all" value={formatScore(auc.value)} note={rangeOf(auc.interval)} />
        <Stat
          label="Brier, ECE"
          value={`${formatScore(brier)} · ${formatScore(ece)}`}
          note="lower is better; always saying 0.5 gives a Brier of 0.25"
        />
        <Stat
          label="Right at all"
          value={formatShare(base.share, 0)}
          unit={`of ${formatCount(base.n)}`}
          note={describeRows(rows)}
        />
      </Stats>
      <div className="mt-5 grid gap-x-8 gap-y-6 md:grid-cols-2 xl:grid-cols-3">
        <Reliability figures={figures} />
        <Roc figures={figures} />
        <RiskCoverage figures={figures} />
      </div>
    </>
  )
}

function Reliability({ figures: { bins, ece } }: { figures: CalibrationFigures }) {
  const filled = bins.filter(({ n }) => n > 0)
  const most = Math.max(1, ...filled.map(({ n }) => n))
  return (
    <CurveChart
      isTitleShown
      title="Reliability"
      description={`Stated confidence against what was right, in ${filled.length} bins; on the dashed line they agree. Expected calibration error ${formatScore(ece)}.`}
      xLabel="stated confidence"
      yLabel="right"
      diagonal
      marks={filled.map(({ meanConfidence, accuracy, n }) => ({
        x: meanConfidence ?? 0,
        y: accuracy.share ?? 0,
        ...accuracy.interval,
        size: 2.5 + 4 * Math.sqrt(n / most),
        title: `said ${formatShare(meanConfidence, 0)}, right ${formatShare(accuracy.share, 0)} of ${formatCount(n)}`,
      }))}
    />
  )
}

function Roc({ figures: { roc, auc } }: { figures: CalibrationFigures }) {
  return (
    <CurveChart
      isTitleShown
      title="ROC"
      description={`Right work accepted against wrong work accepted at every confidence; area ${formatScore(auc.value)}, chance is 0.50.`}
      xLabel="wrong work accepted"
      yLabel="right work accepted"
      diagonal
      line={roc.map(({ falsePositiveRate, truePositiveRate }) => ({
        x: falsePositiveRate,
        y: truePositiveRate,
      }))}
    />
  )
}

function RiskCoverage({ figures: { riskCoverage, base } }: { figures: CalibrationFigures }) {
  const overall = base.share === null ? null : 1 - base.share
  return (
    <CurveChart
      isTitleShown
      title="Risk–coverage"
      description={`Keeping the most confident first: how much of what is kept is wrong. All of it: ${formatShare(overall, 0)}.`}
      xLabel="share kept, most confident first"
      yLabel="wrong among them"
      line={riskCoverage.map(({ coverage, risk }) => ({ x: coverage, y: risk }))}
      tone="warn"
    />
  )
}

const SKIPPED: readonly (readonly [keyof CalibrationFigures['rows']['skipped'], string])[] = [
  ['blank', 'blank'],
  ['notANumber', 'no number'],
  ['outOfRange', 'off the scale'],
  ['badOutcome', 'unclear outcome'],
  ['malformed', 'malformed'],
]

function describeRows({ read, used, skipped }: CalibrationFigures['rows']): string {
  if (read === used) return `all ${formatCounted(read, 'row')} used`
  const why = SKIPPED.filter(([key]) => skipped[key] > 0).map(
    ([key, word]) => `${skipped[key]} ${word}`,
  )
  return `${formatCount(read)} rows read, left out: ${why.join(', ')}`
}

const rangeOf = (interval: { low: number; high: number } | null): string =>
  interval === null
    ? 'no interval'
    : `95 %: ${formatScore(interval.low)} to ${formatScore(interval.high)}`

const signed = (points: number): string =>
  `${points > 0 ? '+' : points < 0 ? '−' : '±'}${Math.abs(points).toFixed(1)}`
