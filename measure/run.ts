/**
 * `npm run measure -- NAME [--keep]`: runs one measurement on the outside data, or says that it is
 * absent; `--keep` writes what it printed to `measure/results/NAME.txt`, for the documents.
 */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { keepLines } from '../bench/keep-lines.js'
import type { MeasureProgram } from './program.js'

// esbuild turns the pattern into a table of the programs that are there: one file, one measurement.
const load = (name: string): Promise<{ program: MeasureProgram }> => import(`./programs/${name}.ts`)

const [name, ...args] = process.argv.slice(2)
const names = readdirSync('measure/programs')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))
  .sort()
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run measure -- NAME [--keep]\nAvailable: ${names.join(', ')}`)
  process.exit(2)
}

const dataDir = process.env['REFLECTORY_DATA'] ?? path.resolve('..', 'shared', 'data')
const { program } = await load(name)
if (existsSync(dataDir) || program.needsData === false) {
  const lines: string[] = []
  const print = (line: string): void => {
    lines.push(line)
    console.log(line)
  }
  const keep = args.includes('--keep')
  await program.run({ dataDir, args: args.filter((arg) => arg !== '--keep'), keep, print })
  if (keep) keepLines(`measure/results/${name}.txt`, lines)
} else {
  console.log(`Skipped: no outside data at ${dataDir} (set REFLECTORY_DATA to its folder).`)
}
