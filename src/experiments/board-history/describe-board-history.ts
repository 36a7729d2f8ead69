import { formatCount, formatOf, formatPercent, formatPercentInterval } from '../report/format.js'
import {
  percentAxis,
  roundMax,
  type BarPlot,
  type ReportDocument,
} from '../report/report-document.js'
import type { Proportion } from '../statistics/proportion.js'
import { workCounted } from './board-history.js'
import type { BoardHistory, BoardHistoryFigures } from './board-history.js'

/** P3 as a report: the share with a signal, by kind of signal, and what was dropped. */
export function describeBoardHistory(history: BoardHistory): ReportDocument {
  const { figures } = history
  return {
    ...history,
    figures: sharesOf(figures).map(([label, share]) => ({
      label,
      value: formatPercent(share.share),
      interval: formatPercentInterval(share.interval),
      n: formatOf(share),
    })),
    tables: [
      {
        title: 'What was counted',
        columns: ['', 'n'],
        rows: [
          ['board', figures.format],
          ['tasks', formatCount(figures.tasks)],
          [workCounted(figures.format), formatCount(figures.completed)],
          ['updates dropped as going backwards', formatCount(figures.flapping)],
          ['rows that could not be read', formatCount(figures.malformed)],
          ['completed without a date', formatCount(figures.undated)],
          [
            `completed, watched for less than ${figures.days} days`,
            formatCount(figures.watchedShorter),
          ],
        ],
      },
      {
        title: 'Days from completion to reopening',
        columns: ['up to', 'tasks'],
        rows: figures.daysToReopen.map(({ upTo, n }) => [`${upTo} days`, formatCount(n)]),
      },
    ],
    plots: figures.completed === 0 ? [] : [toBars(figures)],
  }
}

/** Those that were looked for in this kind of work. */
function sharesOf(figures: BoardHistoryFigures): [string, Proportion][] {
  const all: [string, Proportion][] = [
    ['Any signal', figures.signalled],
    ['Reopened', figures.reopened],
    ['Reverted commit', figures.reverted],
    ['Linked fix', figures.fixed],
    ['Stated as right', figures.statedRight],
    ['Stated as wrong', figures.statedWrong],
  ]
  return all.filter(([, { n }]) => n > 0 || figures.completed === 0)
}

function toBars(figures: BoardHistoryFigures): BarPlot {
  const shares = sharesOf(figures)
  const max = Math.max(0.25, roundMax(shares.map(([, share]) => share.interval?.high ?? 0)))
  return {
    kind: 'bars',
    title: `Signals within ${figures.days} days of completion`,
    description:
      `Share of ${formatCount(figures.completed)} ${workCounted(figures.format)} with each signal, with ` +
      'Wilson’s 95 % interval. Below 20 % with any signal, self-reports are kept as notes only.',
    x: percentAxis(workCounted(figures.format), max),
    bars: shares.map(([label, share]) => ({
      label,
      share: share.share ?? 0,
      low: share.interval?.low ?? 0,
      high: share.interval?.high ?? 0,
      text: `${formatOf(share)} · ${formatPercent(share.share)}`,
    })),
    limit: { bar: 0, at: 0.2, label: 'killed below 20 %' },
    table: {
      title: 'Signals',
      columns: ['signal', 'tasks', 'share', '95 % interval'],
      rows: shares.map(([label, share]) => [
        label,
        formatOf(share),
        formatPercent(share.share),
        formatPercentInterval(share.interval),
      ]),
    },
  }
}
