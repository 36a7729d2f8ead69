import type { Plot, ReportDocument, ReportTable } from './report-document.js'
import { VERDICT_TEXT } from './verdict-text.js'

/** A report as Markdown, plots as their tables. */
export function renderMarkdown(document: ReportDocument): string {
  const { registered, verdict } = document
  return [
    `# ${document.gate} ${document.experiment}: ${escape(registered.question)}`,
    `## Written down before looking`,
    bullets([
      `**Kill** if ${registered.kill}`,
      `**Pass** if ${registered.pass}`,
      `**Needs** at least ${registered.minimum}`,
      ...registered.definitions,
    ]),
    `## Result for ${code(document.source)}`,
    `**${VERDICT_TEXT[verdict.state]}**`,
    bullets(verdict.reasons.map(escape)),
    toTable({
      title: '',
      columns: ['figure', 'value', '95 % interval', 'n'],
      rows: document.figures.map(({ label, value, interval, n }) => [label, value, interval, n]),
    }),
    ...document.tables.filter(({ rows }) => rows.length > 0).map(toTable),
    ...document.plots.map(toPlotTable),
    ...(document.notes.length > 0 ? ['### Notes', bullets(document.notes.map(escape))] : []),
    '',
  ].join('\n\n')
}

const bullets = (items: readonly string[]): string => items.map((text) => `- ${text}`).join('\n')

const toPlotTable = ({ table, description }: Plot): string => `${toTable(table)}\n\n${description}`

const line = (cells: readonly string[]): string => `| ${cells.map(escape).join(' | ')} |`

function toTable({ title, columns, rows }: ReportTable): string {
  const body = [line(columns), `|${columns.map(() => ' --- |').join('')}`, ...rows.map(line)]
  return [...(title === '' ? [] : [`### ${title}`, '']), ...body].join('\n')
}

// Text from a history or a board: no markup, no line breaks, no cell ends.
const escape = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\\`*_[\]<>|#~]/g, (mark) => `\\${mark}`)

const code = (text: string): string => `\`${text.replaceAll(/[`\p{Cc}\p{Cf}]+/gu, ' ')}\``
