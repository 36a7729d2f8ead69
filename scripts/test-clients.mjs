// `npm run test:clients [-- NAME …]`: the stories of the real clients, then what ran, in the documents. A run
// of all begins with an empty table, so that each row of it is from that run.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

const RESULTS = 'test/clients/results.txt'

const words = process.argv.slice(2)
if (words.length === 0) rmSync(RESULTS, { force: true })
const reporters = ['default', './test/clients/frame/client-times.ts']
const vitest = ['vitest', 'run', '--project', 'clients', '--maxWorkers=3']
const { status } = run('npx', [...vitest, ...reporters.map((one) => `--reporter=${one}`), ...words])
run(process.execPath, ['scripts/run-ts.mjs', 'scripts/fill-documents.ts', RESULTS])
process.exitCode = status ?? 1

function run(program, args) {
  return spawnSync(program, args, { stdio: 'inherit', shell: process.platform === 'win32' })
}
