import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { appendLines } from './append-lines.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'append-lines-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

describe('appendLines', () => {
  it.each([
    { before: null, lines: ['a', 'b'], after: 'a\nb\n' },
    { before: '', lines: ['a'], after: 'a\n' },
    { before: 'x\n', lines: ['a'], after: 'x\na\n' },
    { before: 'torn', lines: ['a'], after: 'torn\na\n' },
    { before: 'x', lines: [], after: 'x' },
  ])('makes $after of $before', async ({ before, lines, after }) => {
    const file = path.join(dir, 'log')
    if (before !== null) writeFileSync(file, before)
    await appendLines(file, lines)
    expect(readFileSync(file, 'utf8')).toBe(after)
  })

  it('makes no file for no lines', async () => {
    await appendLines(path.join(dir, 'log'), [])
    expect(existsSync(path.join(dir, 'log'))).toBe(false)
  })

  it('refuses a symbolic link', async () => {
    const [file, target] = [path.join(dir, 'link'), path.join(dir, 'target')]
    writeFileSync(target, 'kept\n')
    symlinkSync(target, file)
    await expect(appendLines(file, ['a'])).rejects.toMatchObject({ code: 'ELOOP' })
    expect(readFileSync(target, 'utf8')).toBe('kept\n')
  })
})
