import { describe, expect, it } from 'vitest'
import { assessBoardHistory } from '../board-history/board-history.js'
import { describeBoardHistory } from '../board-history/describe-board-history.js'
import { assessCalibration } from '../calibration/calibration.js'
import { noSkippedRows } from '../calibration/confidence-row.js'
import { describeCalibration } from '../calibration/describe-calibration.js'
import { describeGitHistory } from '../git-history/describe-git-history.js'
import { assessGitHistory } from '../git-history/git-history.js'
import { HistoryScan } from '../git-history/history-scan.js'
import { tallyRows } from '../statistics/confidence-tally.js'
import { sampleBinormal } from '../statistics/sample-binormal.js'
import { renderHtml } from './render-html.js'
import { renderMarkdown } from './render-markdown.js'
import { renderText } from './render-text.js'

const NASTY = '<img src=x onerror=alert(1)> | `x` \u001b[31m\u202e"\n'

function calibration(n: number) {
  const tally = tallyRows(sampleBinormal({ n, distance: 2, seed: 3 }))
  const data = { tally, read: n, skipped: { ...noSkippedRows(), blank: 2 } }
  return describeCalibration(assessCalibration(data, { source: NASTY }))
}

function gitHistory() {
  const scan = new HistoryScan({ windowDays: 14 })
  for (let i = 12; i > 0; i--) {
    const commit = { parents: 1, revertsHash: null, failingCheck: false, files: [`src/${i}.ts`] }
    const hash = String(i).repeat(40).slice(0, 39)
    scan.add({ ...commit, hash: `${hash}b`, time: i * 1000 + 1, subject: `fix: ${NASTY}` })
    scan.add({ ...commit, hash: `${hash}a`, time: i * 1000, subject: `feat: ${NASTY}` })
  }
  return describeGitHistory(assessGitHistory(scan.finish(), { source: NASTY, windowDays: 14 }))
}

function boardHistory() {
  const task = {
    id: 'a',
    completed: true,
    completedAt: 1,
    reopenedAt: 2,
    outcome: null,
    commits: [],
    fixes: [],
  }
  const reading = { format: NASTY, tasks: [task], flapping: 1, malformed: 0, cut: false, until: 9 }
  return describeBoardHistory(assessBoardHistory(reading, { source: NASTY }))
}

const paint = (state: string, text: string): string => `<${state}>${text}`

const DOCUMENTS = [
  { name: 'calibration', document: calibration(400), plots: 3 },
  { name: 'calibration without rows', document: calibration(0), plots: 0 },
  { name: 'git-history', document: gitHistory(), plots: 1 },
  { name: 'board-history', document: boardHistory(), plots: 1 },
]

describe('renderText', () => {
  it.each(DOCUMENTS)('prints what was registered before the result of $name', ({ document }) => {
    const text = renderText(document)
    const kill = text.indexOf('Kill if')
    expect(kill).toBeGreaterThan(0)
    expect(text.indexOf('Result for')).toBeGreaterThan(kill)
    for (const definition of document.registered.definitions) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(definition)
    }
    const end = document.verdict.reasons.at(-1)?.slice(-8) ?? ''
    expect(text.trimEnd().endsWith(end)).toBe(true)
  })

  it.each(DOCUMENTS)('lets no control character of $name through', ({ document }) => {
    expect(renderText(document).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('colours the verdict only when it is told how', () => {
    expect(renderText(calibration(0), { paint })).toContain('<insufficient>INSUFFICIENT')
  })
})

describe('renderMarkdown', () => {
  it.each(DOCUMENTS)('keeps foreign text of $name from becoming markup', ({ document }) => {
    const markdown = renderMarkdown(document)
    expect(markdown.replaceAll(/`[^`\n]*`/g, '')).not.toMatch(/(?<!\\)<img/)
    expect(markdown).toContain('## Written down before looking')
  })

  it('writes rows with as many cells as their header', () => {
    const rows = renderMarkdown(gitHistory())
      .split('\n')
      .filter((line) => line.startsWith('| '))
    const cells = rows.map((row) => row.split(/(?<!\\)\|/).length)
    expect(new Set(cells)).toEqual(new Set([6, 4]))
  })
})

describe('renderHtml', () => {
  it.each(DOCUMENTS)('is whole, names nothing outside and runs nothing: $name', ({ document }) => {
    const html = renderHtml(document)
    expect(html).toContain("default-src 'none'")
    expect(html).not.toMatch(
      /<script|<img|<iframe|<object|\bon\w+=(?!x onerror)[^&]*"|https?:|url\(|@import/i,
    )
    expect(html.match(/(?:src|href)="(?!data:,)/g)).toBeNull()
  })

  it.each(DOCUMENTS)(
    'gives every plot of $name a title, axes with units and a table',
    ({ document, plots }) => {
      const html = renderHtml(document)
      expect(html.match(/<svg [^>]*role="img"/g) ?? []).toHaveLength(plots)
      expect(html.match(/<title id=/g) ?? []).toHaveLength(plots)
      expect(html.match(/<desc id=/g) ?? []).toHaveLength(plots)
      expect(html.match(/As a table<\/summary><div class="scroll"/g) ?? []).toHaveLength(plots)
      for (const plot of document.plots) expect(plot.x.label).toContain('(%)')
    },
  )

  it('draws nothing outside its frame', () => {
    for (const { document } of DOCUMENTS) {
      const numbers = [...renderHtml(document).matchAll(/(?:[ML]|\b[xy]=")(-?[\d.]+)/g)].map((m) =>
        Number(m[1]),
      )
      expect(numbers.every((value) => value >= 0 && value <= 400)).toBe(true)
    }
  })

  it('shows the number of rows above each bar of the reliability diagram', () => {
    const document = calibration(400)
    const plot = document.plots.find(({ kind }) => kind === 'columns')
    const counts = plot?.kind === 'columns' ? plot.columns.map(({ count }) => count) : []
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(400)
    for (const count of counts) expect(renderHtml(document)).toContain(`>${count}</text>`)
  })
})
