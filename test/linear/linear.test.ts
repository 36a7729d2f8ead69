/**
 * Nothing that reads foreign text may take more time than its length says. Functions are found in
 * the sources; `linear.slow.test.ts` feeds them growing texts.
 */
import { describe, expect, it } from 'vitest'
import { attacksOf } from './attacks.js'
import { CAPPED } from './capped.js'
import { EXCLUDED } from './excluded.js'
import { findReaders } from './find-readers.js'
import { patternsOf } from './patterns.js'
import { readSources } from './read-sources.js'

const sources = readSources(process.cwd())

describe('readers of foreign text', () => {
  const names = findReaders(sources).map(({ name }) => name)

  it.each([
    'src/memory/terms.ts pathsIn',
    'src/moments/failure/failure-kind.ts classifyFailure',
    'src/read/output/read-test-output.ts readTestOutput',
    'src/agents/toml-entries.ts readToml',
    'src/safety/redact.ts redactText',
    'src/read/prose/read-request.ts',
    'src/cli/plain.ts plain',
  ])('are found by what the sources declare, such as %s', (known) => {
    expect(names.filter((name) => name.startsWith(known))).not.toEqual([])
  })

  it('are excluded by names that exist', () => {
    const gone = EXCLUDED.filter(({ name }) => !names.some((one) => one.startsWith(name)))
    expect(gone).toEqual([])
  })
})

describe('patterns', () => {
  const slow = [...sources.values()].flatMap((module) =>
    patternsOf(module).flatMap(({ source, flags }) =>
      attacksOf({ source, flags }).map(({ piece }) => ({ file: module.file, source, piece })),
    ),
  )
  const isCapped = (
    { file, piece }: (typeof slow)[number],
    cap: (typeof CAPPED)[number],
  ): boolean => file.startsWith(cap.files) && cap.pieces?.includes(piece) !== false

  it('take no more time than the length of a run says, unless something keeps the run short', () => {
    expect(slow.filter((one) => !CAPPED.some((cap) => isCapped(one, cap)))).toEqual([])
  })

  it('are excepted only where there are such', () => {
    expect(CAPPED.filter((cap) => !slow.some((one) => isCapped(one, cap)))).toEqual([])
  })
})
