// What a build depends on, as one hash: `npm start` and `npm test` build only when it changed.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

const INPUTS = [
  'src',
  'dashboard',
  'evals',
  'stories',
  'scripts',
  'GLOSSARY.md',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
]

export const inputsHash = () => hashOf(INPUTS)

/** Of files and whole folders; tests don't count. */
export function hashOf(inputs) {
  const hash = createHash('sha256').update(process.version.split('.')[0])
  for (const file of inputs.flatMap(filesIn).sort()) {
    if (!file.endsWith('.test.ts')) hash.update(`${file}\0`).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function filesIn(entry) {
  try {
    return readdirSync(entry, { recursive: true, withFileTypes: true })
      .filter((found) => found.isFile())
      .map((found) => path.join(found.parentPath ?? found.path, found.name))
  } catch {
    return [entry]
  }
}
