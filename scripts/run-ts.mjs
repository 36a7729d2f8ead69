// Runs a TypeScript program of this repository on a Node that can't: `node scripts/run-ts.mjs FILE [args]`.
import { build } from 'esbuild'
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync } from 'node:fs'
import path from 'node:path'

const [file, ...args] = process.argv.slice(2)
const outdir = path.resolve('node_modules/.cache/run-ts')
mkdirSync(outdir, { recursive: true })
// The reader looks for what it knows beside the program that it was put into.
for (const data of ['src/read/prose/weights', 'src/data/lexicon'])
  cpSync(data, path.join(outdir, path.basename(data)), { recursive: true })
const outfile = path.join(outdir, file.replaceAll(/[^A-Za-z0-9]/g, '_') + '.mjs')
await build({
  entryPoints: [file],
  outfile,
  bundle: true,
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: 'inline',
  logLevel: 'error',
})
const child = spawn(process.execPath, ['--enable-source-maps', outfile, ...args], {
  stdio: 'inherit',
})
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
