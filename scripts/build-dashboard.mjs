import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'vite'
import { hashOf } from './inputs-hash.mjs'

const INPUTS = ['dashboard', 'src/schema', 'package.json', 'scripts/build-dashboard.mjs']
const MARK = '.inputs'

/** Builds the page into a folder, or copies it from an earlier build that was made of the same. */
export async function buildDashboard(target, earlier) {
  const inputs = hashOf(INPUTS)
  if (markOf(earlier) === inputs) {
    cpSync(earlier, target, { recursive: true })
    return
  }
  await build({
    configFile: path.resolve('dashboard/vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: path.resolve(target) },
  })
  writeFileSync(path.join(target, MARK), inputs)
}

function markOf(folder) {
  try {
    return readFileSync(path.join(folder, MARK), 'utf8')
  } catch {
    return null
  }
}
