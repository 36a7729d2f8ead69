/**
 * `npm run bench -- NAME [--json] [--keep]`: runs one benchmark and prints its figures and bars;
 * `--keep` writes them to `bench/results/NAME.txt`, from where the documents take them.
 */
import { readdirSync } from 'node:fs'
import { keepLines } from './keep-lines.js'
import type { BenchBar, BenchProgram } from './program.js'

// esbuild turns the pattern into a table of the programs that are there: one file, one benchmark.
const load = (name: string): Promise<{ program: BenchProgram }> => import(`./programs/${name}.ts`)

const [name, ...args] = process.argv.slice(2)
const names = readdirSync('bench/programs')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))
  .sort()
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run bench -- NAME [--json] [--keep]\nAvailable: ${names.join(', ')}`)
  process.exit(2)
}

const asJson = args.includes('--json')
const lines: string[] = []
const print = (line: string): void => {
  lines.push(line)
  if (!asJson) console.log(line)
}
const { program } = await load(name)
const { bars, figures } = await program.run({
  args: args.filter((arg) => arg !== '--json' && arg !== '--keep'),
  print,
})
for (const bar of bars) print(formatBar(bar))
if (asJson) console.log(JSON.stringify({ name, node: process.version, figures, bars }, null, 2))
if (args.includes('--keep')) keepLines(`bench/results/${name}.txt`, lines)
process.exitCode = bars.every(holds) ? 0 : 1

function holds(bar: BenchBar): boolean {
  return bar.kind === 'at most' ? bar.ratio <= bar.limit : bar.ratio >= bar.limit
}

function formatBar(bar: BenchBar): string {
  const mark = holds(bar) ? 'holds ' : 'MISSED'
  return `${mark}  ${bar.name}: ${bar.ratio.toFixed(2)} (${bar.kind} ${bar.limit})`
}
