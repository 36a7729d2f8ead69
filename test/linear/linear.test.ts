/**
 * Nothing that reads foreign text may take more time than its length says. Functions are found in
 * the sources; `linear.slow.test.ts` feeds them growing texts.
 */
import { describe, expect, it } from 'vitest'
import { EXCLUDED } from './excluded.js'
import { findReaders } from './find-readers.js'
import { readSources } from './read-sources.js'

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
