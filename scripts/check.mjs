// `npm run check`: lint, format, types, layers, unused code and schema drift, side by side; says what
// runs and how long it took, and shows all faults at once.
import { spawn } from 'node:child_process'

const STEPS = {
  lint: ['node_modules/oxlint/bin/oxlint', '--deny-warnings'],
  format: ['node_modules/oxfmt/bin/oxfmt', '--check'],
  types: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  'types of the page': ['node_modules/typescript/bin/tsc', '-p', 'dashboard/tsconfig.json'],
  layers: [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--project',
    'fast',
    'test/layers/layers.test.ts',
    'test/layers/page.test.ts',
  ],
  unused: ['node_modules/knip/bin/knip.js', '--no-progress'],
  'plugin folder': ['scripts/build-plugin.mjs', '--check'],
  drift: ['scripts/run-ts.mjs', 'scripts/generate.ts', '--check'],
}

for (const [name, args] of Object.entries(STEPS)) console.log(`${name}: node ${args.join(' ')}`)
console.log()
const started = performance.now()
const results = await Promise.all(Object.entries(STEPS).map(([name, args]) => run(name, args)))
const failed = results.filter(({ code }) => code !== 0)
for (const { name, output } of failed) console.log(`\n${name}:\n${output}`)
const outcome = failed.length === 0 ? 'All hold' : `${failed.length} of ${results.length} failed`
console.log(`\n${outcome}, ${secondsSince(started)}`)
process.exitCode = failed.length === 0 ? 0 : 1

function run(name, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => {
      console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}, ${secondsSince(started)}`)
      resolve({ name, code, output })
    })
  })
}

function secondsSince(start) {
  return `${((performance.now() - start) / 1000).toFixed(1)} s`
}
