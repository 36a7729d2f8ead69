// `npm run check`: lint, format, types, layers, what nobody uses and schema drift, side by side; all
// faults at once.
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
  drift: ['scripts/run-ts.mjs', 'scripts/generate.ts', '--check'],
}

const results = await Promise.all(Object.entries(STEPS).map(([name, args]) => run(name, args)))
for (const { name, code, output } of results) {
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name}`)
  if (code !== 0) console.log(output)
}
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1

function run(name, args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.on('data', (chunk) => (output += chunk))
    child.stderr.on('data', (chunk) => (output += chunk))
    child.on('close', (code) => resolve({ name, code, output }))
  })
}
