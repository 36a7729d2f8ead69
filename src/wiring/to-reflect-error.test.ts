import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ReflectError } from '../schema/error.js'
import { writeAtomic } from '../util/write-atomic.js'
import { toReflectError } from './to-reflect-error.js'

function openFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'reflect-error-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function caught(work: () => unknown): Promise<unknown> {
  try {
    await work()
  } catch (error) {
    return error
  }
  throw new Error('nothing was thrown')
}

describe('a failure of the machine', () => {
  it.each([
    ['a missing file', (at: string) => readFileSync(`${at}/none`), 'io-failed', 'does not exist'],
    ['a folder', (at: string) => readFileSync(at), 'io-failed', 'is a folder, not a file'],
    [
      'a file as a folder',
      async (at: string) => {
        await writeAtomic(`${at}/file`, 'x', { mode: 0o600 })
        readFileSync(`${at}/file/below`)
      },
      'io-failed',
      'leads through something that is not a folder',
    ],
    [
      'a link to itself',
      (at: string) => {
        symlinkSync('loop', `${at}/loop`)
        readFileSync(`${at}/loop`)
      },
      'io-failed',
      'is a link that leads back to itself',
    ],
    [
      'a link in the way',
      (at: string) => {
        mkdirSync(`${at}/real`)
        symlinkSync('real', `${at}/link`)
        return writeAtomic(`${at}/link`, 'x', { mode: 0o600 })
      },
      'unsafe-path',
      'is not a regular file',
    ],
    ['a missing program', () => execFileSync('no-such-program'), 'not-found', 'was not found'],
  ])('is told with a remedy: %s', async (_, work, code, words) => {
    const folder = openFolder()
    const told = toReflectError(await caught(() => work(folder)))
    expect(told).toBeInstanceOf(ReflectError)
    expect(told).toMatchObject({ code, remedy: expect.any(String) })
    expect((told as Error).message).toContain(words)
  })

  it.each([new TypeError('x is undefined'), 'a text', new ReflectError('usage', 'no')])(
    'is not made of %s',
    (error) => {
      expect(toReflectError(error)).toBe(error)
    },
  )
})
