import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { makeFolders } from './make-folders.js'

function openFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'make-folders-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('makeFolders', () => {
  it.each([
    { given: [], mode: 0o700 },
    { given: [0o755], mode: 0o755 },
  ])('makes every folder on the way with mode $mode', ({ given, mode }) => {
    const folder = openFolder()
    makeFolders(path.join(folder, 'a', 'b'), ...given)
    makeFolders(path.join(folder, 'a', 'b'), ...given)
    const modes = ['a', 'a/b'].map((name) => statSync(path.join(folder, name)).mode & 0o777)
    expect(modes).toEqual([mode, mode])
  })

  it.skipIf(!existsSync('/proc/self'))(
    'throws where the system denies that a folder can exist (needs /proc)',
    () => {
      expect(() => makeFolders('/proc/x/y')).toThrow(expect.objectContaining({ code: 'ENOENT' }))
    },
  )

  it('throws when a file is in the way', () => {
    const file = path.join(openFolder(), 'file')
    writeFileSync(file, '')
    expect(() => makeFolders(path.join(file, 'below'))).toThrow(
      expect.objectContaining({ code: 'ENOTDIR' }),
    )
  })
})
