import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ImportGraph } from './check-layers.js'

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'"`;]*?\bfrom\s*['"](\.[^'"]+)['"]|\bimport\s*\(\s*['"](\.[^'"]+)['"]\s*\)|(?:^|\n)\s*import\s*['"](\.[^'"]+)['"]/g

/** The import graph of a source folder; tests and what they need are left out. */
export function readImports(root: string): ImportGraph {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .filter((file) => !file.includes('__fixtures__'))
    .sort()
  return new Map(
    files.map((file) => [file, importsOf(file, readFileSync(path.join(root, file), 'utf8'))]),
  )
}

export function importsOf(file: string, text: string): string[] {
  const targets = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3]!)
  return targets.map((target) =>
    path.posix.join(path.posix.dirname(file), target).replace(/\.js$/, '.ts'),
  )
}
