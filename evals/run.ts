/**
 * `npm run evals [-- SUITE]`: every suite's own cases, answered by the rules alone. The cases are
 * promptfoo's, and promptfoo is not needed: it measures models on the same files.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Proportion } from '../src/experiments/statistics/proportion.js'
import { scoreSuite } from './score.js'
import type { SuiteScore } from './score.js'
import type { EvalCase, EvalSuite } from './suite.js'

const MIN_F1 = 0.9
const FOLDER = 'evals'

// esbuild turns the pattern into a table of the suites that are there: one file, one suite.
const load = (name: string): Promise<{ suite: EvalSuite }> => import(`./suites/${name}.ts`)

const wanted = process.argv.slice(2)
const names = readdirSync(path.join(FOLDER, 'suites'))
  .filter((file) => file.endsWith('.ts'))
  .map((file) => file.slice(0, -3))
  .sort()
const unknown = wanted.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no suite ${unknown.join(', ')}. Available: ${names.join(', ')}`)
  process.exit(2)
}

const scores: SuiteScore[] = []
for (const name of wanted.length > 0 ? wanted : names) {
  const { suite } = await load(name)
  scores.push(await scoreSuite(suite, readCases(suite.config)))
}
for (const score of scores) print(score)
if (wanted.length === 0) {
  const text = `${JSON.stringify({ suites: scores }, null, 2)}\n`
  writeFileSync(path.join(FOLDER, 'results', 'latest.json'), text)
}
if (scores.some(({ f1 }) => (f1 ?? 0) < MIN_F1)) process.exitCode = 1

/** The files that the suite's `tests` name, relative to its config. */
function readCases(config: string): EvalCase[] {
  const { tests } = parse(readFileSync(path.join(FOLDER, config), 'utf8')) as {
    tests: string | string[]
  }
  return [tests].flat().flatMap((named) => {
    const file = path.join(FOLDER, named.replace(/^file:\/\//, ''))
    return parse(readFileSync(file, 'utf8')) as EvalCase[]
  })
}

function print(score: SuiteScore): void {
  const { tp, fp, fn, tn } = score.matrix
  console.log(`${score.suite} (${score.cases} cases, ${score.judge}; positive: ${score.positive})`)
  console.log(`  hold       ${describe(score.holding)}`)
  console.log(`  matrix     tp ${tp}  fp ${fp}  fn ${fn}  tn ${tn}`)
  console.log(`  precision  ${describe(score.precision)}`)
  console.log(`  recall     ${describe(score.recall)}`)
  console.log(`  F1         ${score.f1?.toFixed(3) ?? '–'}`)
  if (score.failing.length > 0) console.log(`  failing    ${score.failing.join(', ')}`)
}

function describe({ hits, n, share, interval }: Proportion): string {
  if (share === null || interval === null) return '–'
  return `${share.toFixed(3)} (${hits} of ${n}; 95 %: ${interval.low.toFixed(3)} to ${interval.high.toFixed(3)})`
}
