import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { UNSAFE_TARGET } from './our-folder.js'
import { writeAtomic } from './write-atomic.js'

let folder: string
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'write-atomic-')))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('writeAtomic', () => {
  it('writes the file with its mode and makes missing folders private', async () => {
    const file = path.join(folder, 'a', 'b', 'state.json')
    await writeAtomic(file, '{}', { mode: 0o600 })
    expect(await readFile(file, 'utf8')).toBe('{}')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(path.join(folder, 'a'))).mode & 0o777).toBe(0o700)
    expect((await stat(path.join(folder, 'a', 'b'))).mode & 0o777).toBe(0o700)
  })

  it('replaces a file and its mode, and leaves nothing else behind', async () => {
    const file = path.join(folder, 'state.json')
    await writeFile(file, 'old and longer')
    await chmod(file, 0o644)
    await writeAtomic(file, Buffer.from('new'), { mode: 0o600 })
    expect(await readFile(file, 'utf8')).toBe('new')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  it('refuses a file that is a symbolic link and leaves its target alone', async () => {
    const target = path.join(folder, 'target')
    await writeFile(target, 'mine')
    const file = path.join(folder, 'link')
    await symlink(target, file)
    await expect(writeAtomic(file, 'theirs', { mode: 0o600 })).rejects.toMatchObject({
      code: UNSAFE_TARGET,
    })
    expect(await readFile(target, 'utf8')).toBe('mine')
  })

  it('refuses a dangling link', async () => {
    const file = path.join(folder, 'link')
    await symlink(path.join(folder, 'nowhere'), file)
    await expect(writeAtomic(file, 'x', { mode: 0o600 })).rejects.toMatchObject({
      code: UNSAFE_TARGET,
    })
    expect(await readdir(folder)).toEqual(['link'])
  })

  it('refuses a folder that is a symbolic link', async () => {
    await mkdir(path.join(folder, 'real'))
    await symlink(path.join(folder, 'real'), path.join(folder, 'linked'))
    const file = path.join(folder, 'linked', 'state.json')
    await expect(writeAtomic(file, 'x', { mode: 0o600 })).rejects.toMatchObject({
      code: UNSAFE_TARGET,
    })
    expect(await readdir(path.join(folder, 'real'))).toEqual([])
  })

  it('refuses a folder in the place of the file', async () => {
    const file = path.join(folder, 'state.json')
    await mkdir(file)
    await expect(writeAtomic(file, 'x', { mode: 0o600 })).rejects.toMatchObject({
      code: UNSAFE_TARGET,
    })
  })

  it('leaves a whole file when many write at once', async () => {
    const file = path.join(folder, 'state.json')
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000))
    await Promise.all(texts.map((text) => writeAtomic(file, text, { mode: 0o600 })))
    expect(texts).toContain(await readFile(file, 'utf8'))
    expect(await readdir(folder)).toEqual(['state.json'])
  })
})
