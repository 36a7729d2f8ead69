import { escapeHtml } from './escape-html.js'
import type { BarPlot, ColumnPlot, CurvePlot, Plot, Point } from './report-document.js'

/** One plot as an inline SVG drawing. Colours come from the page, so that it follows light and dark. */
export function renderPlot(plot: Plot, id: string): string {
  const height = plot.kind === 'bars' ? barPlotHeight(plot) : SQUARE_HEIGHT
  return [
    `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="${id}-t ${id}-d">`,
    `<title id="${id}-t">${escapeHtml(plot.title)}</title>`,
    `<desc id="${id}-d">${escapeHtml(plot.description)}</desc>`,
    plot.kind === 'bars' ? drawBars(plot, height) : drawSquare(plot),
    '</svg>',
  ].join('')
}

const WIDTH = 330
const SQUARE_HEIGHT = 296
const FRAME = { left: 44, right: 316, top: 28, bottom: 236 }

function drawSquare(plot: CurvePlot | ColumnPlot): string {
  const x = (value: number): number =>
    round(FRAME.left + (value / plot.x.max) * (FRAME.right - FRAME.left))
  const y = (value: number): number =>
    round(FRAME.bottom - (value / plot.y.max) * (FRAME.bottom - FRAME.top))
  return [
    ...plot.y.ticks.map(
      ({ at, text }) =>
        `<path class="grid" d="M${FRAME.left} ${y(at)}H${FRAME.right}"/>` +
        label(FRAME.left - 6, y(at) + 3.5, text, 'tick', 'end'),
    ),
    ...plot.x.ticks.map(({ at, text }) => label(x(at), FRAME.bottom + 15, text, 'tick')),
    ...(plot.kind === 'columns'
      ? [
          label(FRAME.left - 6, FRAME.top - 11, 'rows', 'count', 'end'),
          ...plot.columns.map((column) => drawColumn(column, x, y)),
        ]
      : []),
    `<path class="axis" d="M${FRAME.left} ${FRAME.top}V${FRAME.bottom}H${FRAME.right}"/>`,
    path('reference', plot.reference.line, x, y),
    plot.kind === 'curve' ? path('curve', plot.line, x, y) : '',
    label((FRAME.left + FRAME.right) / 2, FRAME.bottom + 34, plot.x.label, 'axis-label'),
    `<text class="axis-label" text-anchor="middle" transform="translate(11 ${(FRAME.top + FRAME.bottom) / 2}) rotate(-90)">${escapeHtml(plot.y.label)}</text>`,
    `<path class="reference" d="M${FRAME.left} ${SQUARE_HEIGHT - 7}h18"/>`,
    label(FRAME.left + 23, SQUARE_HEIGHT - 3.5, plot.reference.label, 'tick', 'start'),
  ].join('')
}

function drawColumn(
  column: ColumnPlot['columns'][number],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  const left = x(column.from) + 1.5
  const right = x(column.to) - 1.5
  const middle = round((left + right) / 2)
  const top = y(column.height)
  return (
    `<rect class="bar" x="${left}" y="${top}" width="${round(right - left)}" height="${round(FRAME.bottom - top)}"/>` +
    `<path class="whisker" d="M${middle - 3} ${y(column.low)}h6m-3 0V${y(column.high)}m-3 0h6"/>` +
    label(middle, FRAME.top - 11, column.count, 'count')
  )
}

const BAR_STEP = 46
const LEGEND_HEIGHT = 24
const barPlotHeight = (plot: BarPlot): number =>
  60 + plot.bars.length * BAR_STEP + (plot.limit === null ? 0 : LEGEND_HEIGHT)

function drawBars(plot: BarPlot, height: number): string {
  const left = 12
  const bottom = 12 + plot.bars.length * BAR_STEP
  const x = (value: number): number => round(left + (value / plot.x.max) * (FRAME.right - left))
  const rows = plot.bars.map((bar, i) => {
    const top = 12 + i * BAR_STEP
    const middle = top + 27
    const limit =
      plot.limit?.bar === i ? `<path class="limit" d="M${x(plot.limit.at)} ${top + 12}v30"/>` : ''
    return (
      label(left + 3, top + 9, bar.label, 'bar-label', 'start') +
      label(FRAME.right, top + 9, bar.text, 'count', 'end') +
      `<rect class="bar" x="${left}" y="${top + 16}" width="${round(x(bar.share) - left)}" height="20"/>` +
      `<path class="whisker" d="M${x(bar.low)} ${middle - 4}v6m0 -3H${x(bar.high)}m0 -3v6"/>${limit}`
    )
  })
  return [
    ...plot.x.ticks.map(
      ({ at, text }) =>
        `<path class="grid" d="M${x(at)} 26V${bottom}"/>` + label(x(at), bottom + 15, text, 'tick'),
    ),
    ...rows,
    `<path class="axis" d="M${left} 8V${bottom}H${FRAME.right}"/>`,
    label((left + FRAME.right) / 2, bottom + 34, plot.x.label, 'axis-label'),
    plot.limit === null
      ? ''
      : `<path class="limit" d="M${left} ${height - 8}h18"/>` +
        label(left + 23, height - 4, plot.limit.label, 'tick', 'start'),
  ].join('')
}

function path(
  name: string,
  points: readonly Point[],
  x: (value: number) => number,
  y: (value: number) => number,
): string {
  if (points.length === 0) return ''
  const steps = points.map(([px, py]) => `${x(px)} ${y(py)}`)
  return `<path class="${name}" d="M${steps.join('L')}"/>`
}

function label(x: number, y: number, text: string, name: string, anchor = 'middle'): string {
  return `<text class="${name}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeHtml(text)}</text>`
}

const round = (value: number): number => Math.round(value * 100) / 100
