import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readBounded } from './read-bounded.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'read-bounded-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))
const at = (name: string): string => path.join(folder, name)

describe('readBounded', () => {
  it.each([false, true])('gives bytes and the stat of that file (link: %s)', (link) => {
    writeFileSync(at('file'), 'text')
    if (link) symlinkSync('file', at('link'))
    const read = readBounded(at(link ? 'link' : 'file'), { followLink: link, maxBytes: 4 })
    expect(read).toEqual({
      state: 'bytes',
      bytes: Buffer.from('text'),
      stat: expect.objectContaining({ ino: statSync(at('file')).ino, size: 4 }),
    })
  })

  it.each<{ what: string; make(): void; followLink?: boolean; reason: string }>([
    {
      what: 'a FIFO',
      make: () => execFileSync('mkfifo', [at('x')]),
      reason: 'is not a regular file',
    },
    {
      what: 'a FIFO behind a link',
      make: () => {
        execFileSync('mkfifo', [at('fifo')])
        symlinkSync('fifo', at('x'))
      },
      followLink: true,
      reason: 'is not a regular file',
    },
    { what: 'a folder', make: () => mkdirSync(at('x')), reason: 'is not a regular file' },
    { what: 'a link', make: () => symlinkSync('y', at('x')), reason: 'is a symbolic link' },
    {
      what: 'too many bytes',
      make: () => writeFileSync(at('x'), 'x'.repeat(1025)),
      reason: 'is larger than 1 KB',
    },
  ])('refuses $what', ({ make, followLink = false, reason }) => {
    make()
    expect(readBounded(at('x'), { followLink, maxBytes: 1024 })).toEqual({
      state: 'refused',
      reason,
    })
  })

  it.each(['nothing', 'file/below'])('finds nothing at %s', (name) => {
    writeFileSync(at('file'), '')
    expect(readBounded(at(name), { followLink: false, maxBytes: 1 })).toEqual({ state: 'absent' })
  })
})
