import path from 'node:path'
import { assessCalibration } from '../../src/experiments/calibration/calibration.js'
import { CsvRecords } from '../../src/experiments/calibration/csv-records.js'
import {
  readConfidenceRows,
  type ConfidenceData,
} from '../../src/experiments/calibration/read-confidence-rows.js'
import { formatCount, formatInterval } from '../../src/experiments/report/format.js'
import { openLines } from '../../src/experiments/read-lines.js'
import type { MeasureProgram } from '../program.js'

const TOLERANCE = 1e-9
const POOLED = { rows: 12_308, auroc: 0.530381, ece: 0.353039, brier: 0.375476 }

/** P1 against figures that others published: AUROC and Brier per model, and pooled. */
export const program: MeasureProgram = {
  name: 'calibration',
  summary: 'P1 on real confidences: AUROC and Brier per model against the published ones',
  async run({ dataDir, print }) {
    const folder = path.join(dataDir, 'calibration')
    const rows = path.join(folder, 'merged_confidence_correctness_new.csv')
    const published = await readTable(path.join(folder, 'model_performance_results_new.csv'))
    const agreeing = { auroc: 0, brier: 0 }
    for (const row of published) {
      const data = await readModel(rows, row['Model'] ?? '')
      const { figures } = assessCalibration(data, { source: rows })
      if (isNear(figures.auc.value, row['ROC_AUC'])) agreeing.auroc++
      else print(`  AUROC of ${row['Model']}: ${figures.auc.value}, published "${row['ROC_AUC']}"`)
      if (isNear(figures.brier, row['Brier Score'])) agreeing.brier++
      else print(`  Brier of ${row['Model']}: ${figures.brier}, published "${row['Brier Score']}"`)
    }
    print(`AUROC equal to 1e-9: ${agreeing.auroc} of ${published.length} models (known: 44 of 45)`)
    print(`Brier equal to 1e-9: ${agreeing.brier} of ${published.length} models (known: 45 of 45)`)
    const models = published.map((row) => row['Model'] ?? '')
    const pooledAgrees = await printPooled(rows, models, print)
    if (agreeing.auroc < 44 || agreeing.brier < 45 || !pooledAgrees) process.exitCode = 1
  },
}

async function printPooled(
  rows: string,
  models: string[],
  print: (line: string) => void,
): Promise<boolean> {
  const data = await readConfidenceRows(pooledLines(rows, models), { scale: 10 })
  const { figures, verdict } = assessCalibration(data, { source: rows })
  const seen = { auroc: figures.auc.value, ece: figures.ece, brier: figures.brier }
  print(`Pooled: ${formatCount(figures.rows.used)} rows of ${formatCount(figures.rows.read)}`)
  for (const name of ['auroc', 'ece', 'brier'] as const) {
    print(`  ${name}: ${seen[name]?.toFixed(6)} (known: ${POOLED[name]})`)
  }
  print(`  AUROC interval: ${formatInterval(figures.auc.interval, 6)} (DeLong)`)
  print(`  verdict: ${verdict.state} — ${verdict.reasons.join('; ')}`)
  return (
    figures.rows.used === POOLED.rows &&
    (['auroc', 'ece', 'brier'] as const).every(
      (name) => Math.abs((seen[name] ?? Infinity) - POOLED[name]) < 1e-6,
    )
  )
}

async function readModel(rows: string, model: string): Promise<ConfidenceData> {
  return readConfidenceRows(await openLines(rows), {
    scale: 10,
    columns: { confidence: `${model}_confidence`, correct: `${model}_correctness` },
  })
}

/** The wide table as a long one: a line per question and model. */
async function* pooledLines(rows: string, models: string[]): AsyncGenerator<string[]> {
  yield ['confidence,correct']
  for (const row of await readTable(rows)) {
    yield models.map((model) => `${row[`${model}_confidence`]},${row[`${model}_correctness`]}`)
  }
}

async function readTable(file: string): Promise<Record<string, string>[]> {
  const csv = new CsvRecords()
  const records: string[][] = []
  for await (const batch of await openLines(file)) {
    for (const line of batch) {
      const record = line === '' ? null : csv.push(line)
      if (record !== null) records.push(record)
    }
  }
  const [header = [], ...body] = records
  return body.map((fields) => Object.fromEntries(header.map((name, i) => [name, fields[i] ?? ''])))
}

const isNear = (value: number | null, published: string | undefined): boolean =>
  value !== null &&
  published !== undefined &&
  published !== '' &&
  Math.abs(value - Number(published)) <= TOLERANCE
