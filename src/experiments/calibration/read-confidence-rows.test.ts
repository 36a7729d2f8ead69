import { describe, expect, it } from 'vitest'
import { readConfidenceRows, type ReadConfidenceOptions } from './read-confidence-rows.js'

const NONE = { blank: 0, notANumber: 0, outOfRange: 0, badOutcome: 0, malformed: 0 }

describe('readConfidenceRows', () => {
  it.each<{ name: string; text: string; options?: ReadConfidenceOptions }>([
    { name: 'CSV', text: 'confidence,correct\n0.9,1\n0.9,0\n0.2,1' },
    { name: 'CSV with a byte-order mark', text: '\uFEFFconfidence,correct\n0.9,1\n0.9,0\n0.2,1' },
    { name: 'quoted CSV', text: 'note,confidence,correct\n"a,\nb",0.9,1\n"c",0.9,0\n,0.2,1' },
    {
      name: 'JSONL',
      text: '{"confidence":0.9,"correct":true}\n{"confidence":"0.9","correct":0}\n\n{"confidence":0.2,"correct":1}',
    },
    {
      name: 'other column names',
      text: 'sure,ok\n0.9,1\n0.9,0\n0.2,1',
      options: { columns: { confidence: 'sure', correct: 'ok' } },
    },
    {
      name: 'a percent scale that was named',
      text: 'confidence,correct\n90,1\n90,0\n20,1',
      options: { scale: 100 },
    },
  ])('reads $name', async ({ text, options }) => {
    const data = await readConfidenceRows(linesOf(text), options)
    expect({
      confidence: [...data.tally.confidence],
      right: [...data.tally.right],
      wrong: [...data.tally.wrong],
      read: data.read,
      skipped: data.skipped,
    }).toEqual({ confidence: [0.2, 0.9], right: [1, 1], wrong: [0, 1], read: 3, skipped: NONE })
  })

  it('counts what it leaves out, by reason', async () => {
    const good = Array.from({ length: 40 }, () => '{"confidence":0.5,"correct":1}')
    const bad = [
      '{"confidence":null,"correct":1}',
      '{"confidence":0.5}',
      '{"confidence":NaN,"correct":1}',
      '{"confidence":"high","correct":1}',
      '{"confidence":1.5,"correct":1}',
      '{"confidence":0.5,"correct":"maybe"}',
      '{"confidence":0.5,',
      '[1,2]',
    ]
    const data = await readConfidenceRows(linesOf([...good, ...bad].join('\n')))
    expect({ read: data.read, skipped: data.skipped, rights: data.tally.rights }).toEqual({
      read: 48,
      skipped: { blank: 2, notANumber: 2, outOfRange: 1, badOutcome: 1, malformed: 2 },
      rights: 40,
    })
  })

  it.each([
    { name: 'percent values without the flag', text: percentRows(), says: '--percent' },
    {
      name: 'a 0..10 scale without the flag',
      text: 'confidence,correct\n9,1\n7,0\n1,1',
      says: '--scale 10',
    },
    { name: 'a CSV without the column', text: 'sure,correct\n1,1', says: '--confidence' },
    { name: 'JSONL without the column', text: '{"confidence":1,"ok":1}', says: '--correct' },
    { name: 'a JSON array', text: '[{"confidence":1,"correct":1}]', says: 'JSONL' },
  ])('refuses $name and says what to do', async ({ text, says }) => {
    await expect(readConfidenceRows(linesOf(text))).rejects.toMatchObject({
      code: 'usage',
      remedy: expect.stringContaining(says),
    })
  })

  it('reads an empty file as no rows', async () => {
    const data = await readConfidenceRows(linesOf(''))
    expect({ read: data.read, skipped: data.skipped }).toEqual({ read: 0, skipped: NONE })
  })

  it('holds one entry per distinct confidence over a million rows', async () => {
    const data = await readConfidenceRows(millionRows())
    expect({
      read: data.read,
      distinct: data.tally.confidence.length,
      rights: data.tally.rights,
      wrongs: data.tally.wrongs,
    }).toEqual({ read: 1_000_000, distinct: 11, rights: 500_000, wrongs: 500_000 })
  })
})

function percentRows(): string {
  return ['confidence,correct', ...Array.from({ length: 101 }, (_, i) => `${i},1`)].join('\n')
}

async function* linesOf(text: string): AsyncGenerator<string[]> {
  yield text.split('\n')
}

async function* millionRows(): AsyncGenerator<string[]> {
  yield ['confidence,correct']
  for (let batch = 0; batch < 1000; batch++) {
    yield Array.from({ length: 1000 }, (_, i) => `${(i % 11) / 10},${i % 2}`)
  }
}
