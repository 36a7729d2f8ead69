import { escapeHtml } from './escape-html.js'
import { renderPlot } from './render-plot.js'
import type { Plot, ReportDocument, ReportTable } from './report-document.js'
import { REPORT_STYLE } from './report-style.js'
import { VERDICT_TEXT } from './verdict-text.js'

/** A report as one HTML file that needs nothing else: no script, no font, no request to anywhere. */
export function renderHtml(document: ReportDocument): string {
  const { registered, verdict, gate, experiment } = document
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<link rel="icon" href="data:,">
<title>${escapeHtml(`${gate} ${experiment}`)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kicker">${gate} · ${escapeHtml(experiment)}</p>
<h1>${escapeHtml(registered.question)}</h1>
<p class="source">Read from <code>${escapeHtml(document.source)}</code></p>
</header>
<section class="card" aria-labelledby="before">
<h2 id="before">Written down before looking</h2>
<dl class="registered">
<div><dt>Kill if</dt><dd>${escapeHtml(registered.kill)}</dd></div>
<div><dt>Pass if</dt><dd>${escapeHtml(registered.pass)}</dd></div>
<div><dt>Needs at least</dt><dd>${escapeHtml(registered.minimum)}</dd></div>
</dl>
<details open><summary>How things are counted</summary>${bullets(registered.definitions)}</details>
</section>
<section class="verdict ${verdict.state}" aria-labelledby="verdict">
<h2 id="verdict">${escapeHtml(VERDICT_TEXT[verdict.state])}</h2>
${bullets(verdict.reasons)}
</section>
${document.notes.length > 0 ? `<section class="card"><h2>Notes</h2>${bullets(document.notes)}</section>` : ''}
<section class="card"><h2>Figures</h2>
${toTable({
  title: '',
  columns: ['', 'value', '95 % interval', 'n'],
  rows: document.figures.map(({ label, value, interval, n }) => [label, value, interval, n]),
})}
</section>
${document.plots.length > 0 ? `<section class="plots">${document.plots.map(toPlot).join('')}</section>` : ''}
${document.tables
  .filter(({ rows }) => rows.length > 0)
  .map(toSection)
  .join('')}
</main>
</body>
</html>
`
}

const bullets = (items: readonly string[]): string =>
  items.length === 0
    ? ''
    : `<ul>${items.map((text) => `<li>${escapeHtml(text)}</li>`).join('')}</ul>`

const toSection = (table: ReportTable): string =>
  `<section class="card"><h2>${escapeHtml(table.title)}</h2>${toTable(table)}</section>`

const toPlot = (plot: Plot, i: number): string =>
  `<figure class="card"><figcaption><h2>${escapeHtml(plot.title)}</h2></figcaption>` +
  `${renderPlot(plot, `plot-${i}`)}<p class="caption">${escapeHtml(plot.description)}</p>` +
  `<details><summary>As a table</summary>${toTable(plot.table)}</details></figure>`

function toTable({ columns, rows }: ReportTable): string {
  const head = columns.map((text) => `<th scope="col">${escapeHtml(text)}</th>`).join('')
  const body = rows
    .map(([first = '', ...rest]) => {
      const cells = rest.map(toCell).join('')
      return `<tr><th scope="row">${escapeHtml(first)}</th>${cells}</tr>`
    })
    .join('')
  return `<div class="scroll" tabindex="0" role="region" aria-label="table"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`
}

const toCell = (text: string): string =>
  `<td${text.length <= SHORT_CHARS ? ' class="short"' : ''}>${escapeHtml(text)}</td>`

const SHORT_CHARS = 24
