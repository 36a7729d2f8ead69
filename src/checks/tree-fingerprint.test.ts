import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { treeFingerprint } from './tree-fingerprint.js'

function openRepository() {
  const root = mkdtempSync(path.join(tmpdir(), 'reflect-tree-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], {
      cwd: root,
    })
  const write = (file: string, text: string) => writeFileSync(path.join(root, file), text)
  git('init', '--quiet')
  write('a.txt', 'one')
  write('with space.txt', 'two')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  return { root, git, write, tree: () => treeFingerprint(root, process.env) }
}

describe('the fingerprint of a working tree', () => {
  it.each<[string, (at: ReturnType<typeof openRepository>) => void]>([
    ['an edit', ({ write }) => write('a.txt', 'changed')],
    ['a new file', ({ write }) => write('new.txt', '')],
    ['a file that is gone', ({ root }) => rmSync(path.join(root, 'a.txt'))],
    ['a file that may be run', ({ root }) => chmodSync(path.join(root, 'a.txt'), 0o755)],
    ['a link', ({ root }) => symlinkSync('a.txt', path.join(root, 'link'))],
    ['an edit of a file with a space', ({ write }) => write('with space.txt', 'three')],
  ])(
    'changes with %s, and is the same when that is staged and committed',
    async (_title, change) => {
      const at = openRepository()
      const before = await at.tree()
      change(at)
      const after = await at.tree()
      expect(after).not.toBe(before)
      at.git('add', '-A')
      expect(await at.tree()).toBe(after)
      at.git('commit', '--quiet', '-m', 'second')
      expect(await at.tree()).toBe(after)
    },
  )

  it('reads a bounded number of bytes, and goes by size and time for the rest', async () => {
    const { root, write } = openRepository()
    write('new.txt', 'one')
    write('next.txt', 'two')
    const tree = () => treeFingerprint(root, process.env, { maxReadBytes: 4 })
    const set = (file: string, time: number) => utimesSync(path.join(root, file), time, time)
    set('new.txt', 1_000)
    set('next.txt', 1_000)
    const before = await tree()
    set('new.txt', 2_000)
    expect(await tree()).toBe(before)
    set('next.txt', 2_000)
    expect(await tree()).not.toBe(before)
  })

  it('comes back with the content', async () => {
    const { write, tree } = openRepository()
    const before = await tree()
    write('a.txt', 'changed')
    write('a.txt', 'one')
    expect(await tree()).toBe(before)
  })

  it('is not changed by our own outputs or by what git ignores', async () => {
    const { write, git, tree } = openRepository()
    write('.gitignore', 'out\n')
    git('add', '.')
    const before = await tree()
    write('out', 'x')
    expect(await tree()).toBe(before)
  })

  it('is not known outside a repository', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'reflect-tree-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    expect(await treeFingerprint(folder, process.env)).toBeNull()
  })
})
