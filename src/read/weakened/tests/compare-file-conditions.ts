/** What keeps a whole test file from being built: a tag, a feature, or no file that names it. */
import { oneLine } from '../../../util/one-line.js'
import { type FileChange, shape, type Shape } from '../changes/file-change.js'
import { unitsIn } from '../code/units-in.js'
import { fileRole } from '../changes/file-role.js'
import { languageOf } from '../code/languages.js'

export function compareFileConditions(changes: readonly FileChange[]): Shape[] {
  return [...wholeFiles(changes), ...lostModules(changes)]
}

/** A test module of Rust that no file names any more, while its own file stays. */
function lostModules(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap(({ file, before, after }) => {
    if (before === null || after === null || !file.endsWith('.rs')) return []
    const lost = [...before.matchAll(TEST_MODULE)]
      .map(([, name]) => name!)
      .filter((name) => !new RegExp(`\\bmod ${name}\\b`).test(after))
      .filter((name) => !changes.some((one) => one.after === null && one.file.includes(`/${name}`)))
    if (lost.length === 0) return []
    const detail = `no longer built: mod ${lost.join(', ')}`
    return [shape({ kind: 'excluded', file, names: lost, detail })]
  })
}

const TEST_MODULE = /#\[cfg\(test\)\]\s*(?:pub(?:\(\w+\))?\s+)?mod\s+(\w+)\s*;/g

function wholeFiles(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap(({ file, before, after }) => {
    if (before === null || after === null || fileRole(file) !== 'test') return []
    const condition = conditionOf(after)
    if (condition === null || conditionOf(before) !== null || MACHINE.test(condition)) return []
    // Its tests are found to be skipped, each by itself.
    if (languageOf(file)!.skipFile.test(condition)) return []
    const names = unitsIn(file, before).map(({ name }) => name)
    const detail = oneLine(condition, 120)
    return [shape({ kind: 'skipped', file, names, detail, conditional: true })]
  })
}

/** It stands before all code. */
function conditionOf(text: string): string | null {
  for (const line of text.split('\n').slice(0, MAX_LINES)) {
    if (CONDITION.test(line)) return line.trim()
    if (line.trim() !== '' && !/^\s*(?:\/\/|\/\*|\*|#!\[)/.test(line)) return null
  }
  return null
}

const MAX_LINES = 60
const CONDITION = /^(?:\/\/go:build\s|\/\/ \+build\s|#!\[cfg\(|#if\s)/
/** Some machines only, and all of them together. */
const MACHINE =
  /\b(?:windows|linux|darwin|unix|race|cgo|js|wasm|plan9|amd64|arm64|go1|target_os|target_arch|NET\w*|WINDOWS|test)\b/
