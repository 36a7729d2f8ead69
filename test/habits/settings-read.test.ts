import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { knownKeys } from '../../src/config/known-keys.js'
import type { KnownKey } from '../../src/config/known-keys.js'

/** Where settings are declared, merged and shown: naming one there is not reading it. */
const DECLARED = /^(?:schema|config|testing)\//
const OTHER = /\.test\.ts$|\/__fixtures__\//

/** The code that could read a setting, as sets of its names. */
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(path.sep).join('/'))
  .filter((file) => file.endsWith('.ts') && !DECLARED.test(file) && !OTHER.test(file))
  .map((file) => namesIn(readFileSync(path.join('src', file), 'utf8')))

function namesIn(text: string): ReadonlySet<string> {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\//g, ' ').replaceAll(/\/\/[^\n]*/g, ' ')
  return new Set(code.match(/[A-Za-z_$][\w$]*/g))
}

/** A file that reads a setting names it, and the block that it is in. */
const isRead = (setting: readonly string[]): boolean => {
  const [leaf = '', block] = setting.filter((part) => part !== '*').toReversed()
  // One of `backends` is a `backend` where it is read.
  const one = setting.includes('*') ? block?.replace(/s$/, '') : undefined
  return sources.some(
    (source) =>
      source.has(leaf) &&
      (block === undefined || source.has(block) || (one !== undefined && source.has(one))),
  )
}

/** Every setting, those of what a user names included (`models.backends.*.timeoutMs`). */
function settingsOf(known: KnownKey, at: readonly string[] = []): string[][] {
  if (known.kind === 'value') return [[...at]]
  if (known.kind === 'named') return settingsOf(known.entry, [...at, '*'])
  return [...known.keys].flatMap(([name, child]) => settingsOf(child, [...at, name]))
}

describe('the settings', () => {
  it('are each read by something', () => {
    const unread = settingsOf(knownKeys).filter((setting) => !isRead(setting))
    expect(unread.map((setting) => setting.join('.'))).toEqual([])
  })

  it('would be missed if nothing read them', () => {
    expect(isRead(['run', 'askForTheMoon'])).toBe(false)
    expect(isRead(['cycle', 'maxContinuations'])).toBe(false)
  })
})
