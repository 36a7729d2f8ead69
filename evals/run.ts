/**
 * `npm run evals [-- SUITE]`: every suite's own cases, answered by the rules alone, as `reflect evals run`
 * does it; a run of all is kept in results/ for the documents. A suite below its bar fails.
 */
import { writeFileSync } from 'node:fs'
import { describeResult } from './eval-report.js'
import { scoreSuite } from './score.js'
import { readSuiteCases } from './suite.js'
import { SUITES } from './suites.js'

const MIN_F1 = 0.85

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !SUITES.some((suite) => suite.name === name))
if (unknown.length > 0) {
  const names = SUITES.map(({ name }) => name).join(', ')
  console.error(`There is no suite ${unknown.join(', ')}. Available: ${names}`)
  process.exit(2)
}

const scores = []
for (const suite of SUITES.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  scores.push(await scoreSuite(suite, readSuiteCases('.', suite.name)))
}
for (const score of scores) console.log(describeResult({ ...score, cost: null }))
if (wanted.length === 0) {
  writeFileSync('evals/results/latest.json', `${JSON.stringify({ suites: scores }, null, 2)}\n`)
}
if (scores.some(({ f1 }) => (f1 ?? 0) < MIN_F1)) process.exitCode = 1
