// Builds dist/ when it is missing or older than what it is made from.
import { readFileSync } from 'node:fs'
import { inputsHash } from './inputs-hash.mjs'

function builtFrom() {
  try {
    return readFileSync('dist/.inputs', 'utf8')
  } catch {
    return null
  }
}

if (builtFrom() !== inputsHash()) {
  process.stderr.write('Building … ')
  await import('./build.mjs')
  process.stderr.write('done.\n')
}
