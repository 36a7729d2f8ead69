/**
 * Nothing that reads foreign text may take more time than its length says. Functions are found in
 * the sources; `linear.slow.test.ts` feeds them growing texts.
 */
import { describe, expect, it } from 'vitest'
import { EXCLUDED } from './excluded.js'
import { findReaders } from './find-readers.js'
import { isSteep, measureGrowth } from './measure-growth.js'
import { readSources } from './read-sources.js'

const KB = 1024
const LONGER = { probe: 16 * KB, largest: 32 * KB }

describe('readers of foreign text', () => {
  const sources = readSources(process.cwd())
  const names = findReaders(sources).map(({ name }) => name)

  it.each([
    'src/memory/terms.ts pathsIn',
    'src/moments/failure/failure-kind.ts classifyFailure',
    'src/evidence/runners/read-test-output.ts readTestOutput',
    'src/agents/codex/toml-tables.ts readTomlTables',
    'src/safety/redact.ts redactText',
    'src/evidence/message/read-request.ts',
    'src/cli/plain.ts plain',
  ])('are found by what the sources declare, such as %s', (known) => {
    expect(names.filter((name) => name.startsWith(known))).not.toEqual([])
  })

  it('are excluded by names that exist', () => {
    const gone = EXCLUDED.filter(({ name }) => !names.some((one) => one.startsWith(name)))
    expect(gone).toEqual([])
  })
})

describe('growth', () => {
  it.each([
    ['a quadratic pattern', (text: string) => text.replaceAll(/a+b/g, ''), true],
    ['a cubic pattern', (text: string) => /^\s*\s*\s*b/.test(text), true],
    ['a linear pattern', (text: string) => text.replaceAll(/a/g, 'b'), false],
    ['a quadratic reader with a cap', (text: string) => /a+b/.test(text.slice(0, 2000)), false],
    ['a reader that runs out of stack', deep, true],
  ])('of %s is told', { timeout: 60_000 }, async (title, read, expected) => {
    const shape = title.includes('cubic') ? '\n' : 'a'
    expect(isSteep(await measureGrowth(shape, read, LONGER))).toBe(expected)
  })
})

function deep(text: string): number {
  return text === '' ? 0 : 1 + deep(text.slice(1))
}
