import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openLines, readLines } from './read-lines.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reflectory-lines-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('readLines', () => {
  it.each([
    { name: 'nothing', text: '', expected: [] },
    { name: 'an open last line', text: 'a\nb', expected: ['a', 'b'] },
    { name: 'Windows line ends', text: 'a\r\nb\r\n', expected: ['a', 'b'] },
    { name: 'empty lines', text: '\n\na\n', expected: ['', '', 'a'] },
    { name: 'characters cut by a chunk', text: 'ä€𝄞\nü\n', expected: ['ä€𝄞', 'ü'] },
  ])('splits $name the same for every chunk size', async ({ text, expected }) => {
    for (const size of [1, 2, 3, 1000]) {
      expect(await collect(readLines(chunksOf(text, size), 'test'))).toEqual(expected)
    }
  })

  it('refuses a line without end instead of holding it', async () => {
    const endless = Array.from({ length: 6 }, () => Buffer.alloc(1 << 20, 'x'))
    await expect(collect(readLines(toAsync(endless), 'x.jsonl'))).rejects.toMatchObject({
      code: 'payload-too-large',
    })
  })
})

describe('openLines', () => {
  it('reads a gzipped file as its text', async () => {
    const file = path.join(folder, 'a.log.gz')
    await writeFile(file, gzipSync('one\ntwo\n'))
    expect(await collect(await openLines(file))).toEqual(['one', 'two'])
  })

  it.each([
    { name: 'a missing file', file: 'none.csv', code: 'not-found' },
    { name: 'a folder', file: '.', code: 'usage' },
  ])('refuses $name', async ({ file, code }) => {
    await expect(openLines(path.join(folder, file))).rejects.toMatchObject({ code })
  })

  it('says that a cut gzip file is broken', async () => {
    const file = path.join(folder, 'cut.gz')
    await writeFile(file, gzipSync('some text that is long enough\n').subarray(0, 20))
    await expect(openLines(file).then(collect)).rejects.toMatchObject({ code: 'io-failed' })
  })
})

async function collect(batches: AsyncIterable<string[]>): Promise<string[]> {
  const lines: string[] = []
  for await (const batch of batches) lines.push(...batch)
  return lines
}

function chunksOf(text: string, size: number): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(text)
  const count = Math.ceil(bytes.length / size)
  return toAsync(Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size)))
}

async function* toAsync<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}
