import { existsSync, readFileSync } from 'node:fs'
import { classify } from '../../src/read/prose/classify.js'
import { actByCounts } from '../../src/read/prose/counts.js'
import { trainWeights } from '../../src/read/prose/train-weights.js'
import type { LabelledRow } from '../../src/read/prose/train-weights.js'
import { shippedWeights } from '../../src/read/prose/weights.js'
import type { CorpusName, Weights } from '../../src/read/prose/weights.js'
import type { Act } from '../../src/schema/sentence.js'
import { readCorpus, readRows, SCORED_AUTHORS } from '../../scripts/corpus.js'
import type { MeasureProgram } from '../program.js'
import { describeLabels, macroF1, pooledRecall } from './scores.js'
import { describeReceptions, measureReceptions, writeReceptions } from './receptions.js'
import type { JudgedReply } from './receptions.js'
import type { Judged } from './scores.js'
import { describeThresholds, findThresholds, writeThresholds } from './thresholds.js'

/**
 * Scores the reader on authors that it did not see: without arguments each author of the corpus is
 * left out; with a file, the shipped weights are scored on that file. `--keep` writes the thresholds.
 */
export function measureReader(name: CorpusName, what: string): MeasureProgram {
  return {
    name,
    summary: `the reader of messages: ${what}, on authors it did not see, or on FILE`,
    needsData: false,
    async run({ args, keep, print }) {
      const file = args.find((arg) => !arg.startsWith('--'))
      if (file !== undefined) return scoreFile(name, file, print)
      const { rows, hash } = readCorpus(name)
      const judged = leaveAuthorsOut(name, rows, print)
      const thresholds = findThresholds(judged)
      for (const line of describeThresholds(thresholds)) print(line)
      if (keep === true) writeThresholds(name, { corpus: hash, ...thresholds })
      if (name !== 'replies') return
      const receptions = measureReceptions(judged, print)
      if (keep === true) writeReceptions(receptions)
    },
  }
}

type Print = (line: string) => void

function scoreFile(name: CorpusName, file: string, print: Print): void {
  if (!existsSync(file)) {
    print(`There is no file ${file}`)
    process.exitCode = 2
    return
  }
  const rows = readRows(readFileSync(file, 'utf8'), file, name)
  const weights = shippedWeights(name)
  if (weights === null) throw new Error(`There are no weights: npm run train -- ${name}`)
  const judged = rows.map((row) => judge(name, row, weights))
  print(`${file}: ${rows.length} rows, shipped weights`)
  report(name, judged, print)
  if (name === 'replies') describeReceptions(judged, print)
  print(`macro-F1 ${macroF1(judged).toFixed(4)}`)
}

function leaveAuthorsOut(
  name: CorpusName,
  rows: readonly LabelledRow[],
  print: Print,
): JudgedReply[] {
  const scored = SCORED_AUTHORS[name]
  const authors = [...new Set(rows.map(({ author }) => author))]
  print(`${rows.length} rows by ${authors.length} authors`)
  const all = foldsOf(authors, scored).flatMap((out) => {
    const weights = trainWeights(rows.filter(({ author }) => !out.includes(author)))
    return rows.filter(({ author }) => out.includes(author)).map((row) => judge(name, row, weights))
  })
  const english = scored.map((author) => {
    const own = all.filter((one) => one.author === author && one.lang === 'en')
    print(`author ${author}: ${own.length} English rows, macro-F1 ${macroF1(own).toFixed(3)}`)
    return macroF1(own)
  })
  report(
    name,
    all.filter(({ author }) => scored.includes(author)),
    print,
  )
  for (const author of authors.filter((one) => !scored.includes(one))) {
    print(
      `added author ${author}: ${describeLanguages(all.filter((one) => one.author === author))}`,
    )
  }
  const mean = english.reduce((sum, score) => sum + score, 0) / english.length
  print(`macro-F1 ${mean.toFixed(4)}`)
  return all
}

/** Scored authors are left out one by one, the others three at a time: that is measured as sharply. */
function foldsOf(authors: readonly string[], scored: readonly string[]): string[][] {
  const folds = scored.map((author) => [author])
  const added = authors.filter((author) => !scored.includes(author))
  for (let from = 0; from < added.length; from += 3) folds.push(added.slice(from, from + 3))
  return folds
}

const describeLanguages = (judged: readonly Judged[]): string =>
  [...new Set(judged.map(({ lang }) => lang))]
    .map((lang) => {
      const own = judged.filter((one) => one.lang === lang)
      return `${lang} ${macroF1(own).toFixed(2)} (${own.length})`
    })
    .join(', ')

/** As the reader does: the model's label, and for acts what the numbers make of it. */
function judge(name: CorpusName, row: LabelledRow, weights: Weights): JudgedReply {
  const { label, probability } = classify(row, weights)
  const counted = name === 'acts' ? actByCounts(row.text, label as Act) : null
  const given = counted?.act ?? label
  const sureness = counted === null ? probability : counted.isSure ? 1 : 0.6
  const { label: right, lang, before, author } = row
  return { right, given, probability: sureness, lang, before, author }
}

function report(name: CorpusName, judged: readonly Judged[], print: Print): void {
  const english = judged.filter(({ lang }) => lang === 'en')
  for (const line of describeLabels(english, beforeFigures(name))) print(line)
  for (const lang of [...new Set(judged.map((one) => one.lang))].sort()) {
    const own = judged.filter((one) => one.lang === lang)
    const right = own.filter(({ right, given }) => right === given).length
    print(
      `${lang}: ${own.length} rows, macro-F1 ${macroF1(own).toFixed(3)}, accuracy ${(right / own.length).toFixed(3)}`,
    )
  }
  const { recall, probability } = pooledRecall(english, 0.97)
  print(
    `English, pooled: precision 0.97 at recall ${recall.toFixed(3)} (p ≥ ${probability.toFixed(2)})`,
  )
}

type Figures = Record<string, { precision: number; recall: number; f1: number }>

/** The figures of the patterns that the learned reader replaced. */
function beforeFigures(name: CorpusName): Figures {
  if (name !== 'acts') return {}
  const text = readFileSync('measure/results/pattern-reader.json', 'utf8')
  return (JSON.parse(text) as { english: Figures }).english
}
