/** `npm run bench -- NAME [--json]`: runs one benchmark and prints its figures and bars. */
import { readdirSync } from 'node:fs'
import type { BenchBar, BenchProgram } from './program.js'

// esbuild turns the pattern into a table of the programs that are there: one file, one benchmark.
const load = (name: string): Promise<{ program: BenchProgram }> => import(`./programs/${name}.ts`)

const [name, ...args] = process.argv.slice(2)
const names = readdirSync('bench/programs')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))
  .sort()
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run bench -- NAME [--json]\nThere are: ${names.join(', ')}`)
  process.exit(2)
}

const asJson = args.includes('--json')
const { program } = await load(name)
const { bars, figures } = await program.run({
  args: args.filter((arg) => arg !== '--json'),
  print: asJson ? () => undefined : (line) => console.log(line),
})
if (asJson) console.log(JSON.stringify({ name, node: process.version, figures, bars }, null, 2))
else for (const bar of bars) console.log(formatBar(bar))
process.exitCode = bars.every(holds) ? 0 : 1

function holds(bar: BenchBar): boolean {
  return bar.kind === 'at most' ? bar.ratio <= bar.limit : bar.ratio >= bar.limit
}

function formatBar(bar: BenchBar): string {
  const mark = holds(bar) ? 'holds ' : 'MISSED'
  return `${mark}  ${bar.name}: ${bar.ratio.toFixed(2)} (${bar.kind} ${bar.limit})`
}
