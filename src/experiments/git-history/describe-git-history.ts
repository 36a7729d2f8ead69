import { formatCount, formatOf, formatPercent, formatPercentInterval } from '../report/format.js'
import {
  percentAxis,
  type Bar,
  type Figure,
  type ReportDocument,
  type ReportTable,
} from '../report/report-document.js'
import type { Proportion } from '../statistics/proportion.js'
import { BUCKETS } from './git-history.js'
import type { GitHistory, GitHistoryFigures } from './git-history.js'
import type { Bucket, FailureSignal } from './history-scan.js'

/** P2 as a report: the buckets with intervals, what was counted, and examples to check it by. */
export function describeGitHistory(history: GitHistory): ReportDocument {
  const { figures } = history
  return {
    ...history,
    figures: BUCKETS.map((bucket) => toFigure(bucket, figures.buckets[bucket])),
    tables: [countsOf(figures), examplesOf(figures.examples)],
    plots: figures.signals === 0 ? [] : [toBars(figures)],
  }
}

const LABELS: Readonly<Record<Bucket, string>> = {
  ci: 'CI would catch it',
  review: 'Human review would catch it',
  reflection: 'Only self-reflection',
}

const toFigure = (bucket: Bucket, share: Proportion): Figure => ({
  label: LABELS[bucket],
  value: formatPercent(share.share),
  interval: formatPercentInterval(share.interval),
  n: formatOf(share),
})

function countsOf(figures: GitHistoryFigures): ReportTable {
  const rows: [string, string][] = [
    ['commits', formatCount(figures.commits)],
    ['from', formatDay(figures.oldest)],
    ['to', formatDay(figures.newest)],
    ['merge commits', formatCount(figures.merges)],
    ['features', formatCount(figures.features)],
    ['fixes', formatCount(figures.fixes)],
    [
      `features followed by a fix within ${figures.windowDays} days`,
      formatCount(figures.featuresFixed),
    ],
    ['reverts', formatCount(figures.reverts)],
    ['reverts resolved to a commit', formatCount(figures.revertsResolved)],
    ['reverts of reverts', formatCount(figures.reapplied)],
    ['reverted and fixed', formatCount(figures.revertedAndFixed)],
    ['failure signals', formatCount(figures.signals)],
  ]
  return { title: 'What was counted', columns: ['', 'n'], rows }
}

const formatDay = (seconds: number | null): string =>
  seconds === null ? '–' : new Date(seconds * 1000).toISOString().slice(0, 10)

function examplesOf(examples: readonly FailureSignal[]): ReportTable {
  return {
    title: 'Newest signals, to check the heuristic by',
    columns: ['who would catch it', 'change', 'repair', 'why'],
    rows: examples.map(({ bucket, original, repair, why }) => [
      LABELS[bucket],
      original === null ? 'unresolved' : named(original),
      named(repair),
      shorten(why, 80),
    ]),
  }
}

const named = ({ hash, subject }: { hash: string; subject: string }): string =>
  `${hash.slice(0, 8)} ${shorten(subject, 48)}`

const shorten = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text

function toBars(figures: GitHistoryFigures) {
  const bars = BUCKETS.map((bucket): Bar => {
    const share = figures.buckets[bucket]
    return {
      label: LABELS[bucket],
      share: share.share ?? 0,
      low: share.interval?.low ?? 0,
      high: share.interval?.high ?? 0,
      text: `${formatOf(share)} · ${formatPercent(share.share)}`,
    }
  })
  return {
    kind: 'bars' as const,
    title: 'Who would have caught it?',
    description:
      `Share of ${formatCount(figures.signals)} failure signals per bucket, with Wilson’s 95 % ` +
      'interval. The hypothesis is dropped when the interval of the last bar ends before 5 %.',
    x: percentAxis('failure signals'),
    bars,
    limit: { bar: 2, at: 0.05, label: 'killed when the whole interval is below' },
    table: {
      title: 'Buckets',
      columns: ['bucket', 'signals', 'share', '95 % interval'],
      rows: BUCKETS.map((bucket) => {
        const share = figures.buckets[bucket]
        return [
          LABELS[bucket],
          formatOf(share),
          formatPercent(share.share),
          formatPercentInterval(share.interval),
        ]
      }),
    },
  }
}
