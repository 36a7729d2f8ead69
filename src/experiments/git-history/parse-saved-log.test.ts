import { describe, expect, it } from 'vitest'
import type { HistoryCommit } from './history-commit.js'
import { parseSavedLog } from './parse-saved-log.js'

const HASH = 'a'.repeat(40)
const OTHER = 'b'.repeat(40)

async function parse(text: string) {
  const commits: HistoryCommit[] = []
  const { malformed } = await parseSavedLog(linesOf(text), (commit) => commits.push(commit))
  return { commits, malformed }
}

async function* linesOf(text: string): AsyncGenerator<string[]> {
  yield text.split('\n')
}

describe('parseSavedLog', () => {
  it('reads commits with parents, files, tabs in a subject and a reverted hash', async () => {
    const text = [
      `\u0001${HASH}\t1700000000\t${OTHER} ${HASH}\tMerge\tit\t`,
      `\u0001${OTHER}\t1690000000\t\tRevert "x"\t0123abc`,
      '',
      'src/a b.ts',
      'src/ü.ts',
      '',
    ].join('\n')
    expect(await parse(text)).toEqual({
      malformed: 0,
      commits: [
        {
          hash: HASH,
          time: 1_700_000_000,
          parents: 2,
          subject: 'Merge\tit',
          revertsHash: null,
          failingCheck: false,
          files: [],
        },
        {
          hash: OTHER,
          time: 1_690_000_000,
          parents: 0,
          subject: 'Revert "x"',
          revertsHash: '0123abc',
          failingCheck: false,
          files: ['src/a b.ts', 'src/ü.ts'],
        },
      ],
    })
  })

  it('counts a header that it cannot read, and drops its files', async () => {
    const text = `\u0001${HASH}\t1\t\tgood\t\na.ts\n\u0001nonsense\nb.ts`
    const { commits, malformed } = await parse(text)
    expect({ malformed, files: commits.map(({ files }) => files) }).toEqual({
      malformed: 1,
      files: [['a.ts']],
    })
  })

  it.each([
    { name: 'plain git log', text: `commit ${HASH}\nAuthor: x` },
    { name: 'only unreadable headers', text: '\u0001x\n\u0001y' },
  ])('refuses $name and says how to save one', async ({ text }) => {
    await expect(parse(text)).rejects.toMatchObject({
      code: 'payload-invalid',
      remedy: expect.stringContaining('git log --name-only'),
    })
  })

  it('reads an empty file as no commits', async () => {
    expect(await parse('')).toEqual({ commits: [], malformed: 0 })
  })
})
