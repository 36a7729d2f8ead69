/** `npm run measure -- NAME`: runs one measurement on the outside data, or says that it is absent. */
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { MeasureProgram } from './program.js'

// esbuild turns the pattern into a table of the programs that are there: one file, one measurement.
const load = (name: string): Promise<{ program: MeasureProgram }> => import(`./programs/${name}.ts`)

const [name, ...args] = process.argv.slice(2)
const names = readdirSync('measure/programs')
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => file.slice(0, -3))
  .sort()
if (name === undefined || !names.includes(name)) {
  console.error(`Usage: npm run measure -- NAME\nThere are: ${names.join(', ')}`)
  process.exit(2)
}

const dataDir = process.env['REFLECTORY_DATA'] ?? path.resolve('..', 'shared', 'data')
if (existsSync(dataDir)) {
  const { program } = await load(name)
  await program.run({ dataDir, args, print: (line) => console.log(line) })
} else {
  console.log(`Skipped: no outside data at ${dataDir} (set REFLECTORY_DATA to its folder).`)
}
