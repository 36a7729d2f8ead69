import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTempFolder } from '../../util/__fixtures__/temp-folder.js'
import { findEarlierFixes, fixIndexFile, updateFixIndex } from './earlier-fixes.js'
import { isFixSubject, parseFixLog } from './fix-log.js'

const ENV = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }

let root: string
let stateDir: string
let minute = 0
beforeEach(() => {
  const folder = openTempFolder()
  root = path.join(folder, 'repo')
  stateDir = path.join(folder, 'state')
  mkdirSync(root)
  minute = 0
  git('init', '--quiet', '-b', 'main')
})

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...ENV, GIT_COMMITTER_DATE: `2026-01-01T00:${String(minute).padStart(2, '0')}:00Z` },
  })

function commit(subject: string, ...files: string[]): void {
  minute += 1
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), `${subject} ${minute}\n`)
  }
  git('add', '-A')
  git('commit', '--quiet', '--allow-empty', '-m', subject)
}

const update = () => updateFixIndex(stateDir, { cwd: root, env: ENV })
const found = (...files: string[]) => findEarlierFixes(stateDir, files)

describe('earlier fixes', () => {
  it('are counted once each over all the files of a change', async () => {
    commit('feat: cart', 'src/cart.ts', 'src/list.ts')
    commit('fix: empty cart', 'src/cart.ts', 'src/list.ts')
    commit('fix(list): order', 'src/list.ts')
    commit('docs: fix a link', 'src/cart.ts')
    expect(found('src/cart.ts')).toBeNull()
    expect(await update()).toBe('rebuilt')
    expect(found('src/cart.ts', 'src/list.ts', 'src/new.ts', 'src/list.ts')).toEqual({
      fixes: 2,
      files: 2,
      newest: '2026-01-01T00:03:00.000Z',
    })
    expect(found('src/new.ts')).toEqual({ fixes: 0, files: 0, newest: null })
    expect(found()).toEqual({ fixes: 0, files: 0, newest: null })
  })

  it('of an index come in by what is new alone', async () => {
    commit('fix: one', 'a.ts')
    await update()
    expect(await update()).toBe('unchanged')
    commit('fix: two', 'a.ts')
    commit('fix: three', 'b.ts')
    // Without its objects the old part of the history can't be read again.
    writeFileSync(path.join(root, '.git', 'shallow'), git('rev-parse', 'HEAD~1'))
    expect(await update()).toBe('rebuilt')
    commit('fix: four', 'b.ts', 'a.ts')
    expect(await update()).toBe('added')
    expect(found('a.ts')?.fixes).toBe(2)
    expect(found('b.ts')?.fixes).toBe(2)
  })

  it('are read anew after a rewritten history', async () => {
    commit('feat: one', 'a.ts')
    commit('fix: two', 'a.ts')
    await update()
    git('reset', '--quiet', '--hard', 'HEAD~1')
    commit('fix: other', 'b.ts')
    expect(await update()).toBe('rebuilt')
    expect([found('a.ts')?.fixes, found('b.ts')?.fixes]).toEqual([0, 1])
  })

  it.each([
    { what: 'no repository', make: () => undefined, cwd: () => stateDir },
    { what: 'no commit', make: () => undefined, cwd: () => root },
  ])('are none with $what', async ({ cwd }) => {
    mkdirSync(stateDir)
    expect(await updateFixIndex(stateDir, { cwd: cwd(), env: ENV })).toBe('none')
    expect(found('a.ts')).toBeNull()
  })

  it('are read anew where the index is broken', async () => {
    commit('fix: one', 'a.ts')
    await update()
    const whole = readFileSync(fixIndexFile(stateDir))
    for (const broken of [whole.subarray(0, -1), Buffer.from('x'), Buffer.alloc(0)]) {
      writeFileSync(fixIndexFile(stateDir), broken)
      expect(found('a.ts')).toBeNull()
      expect(await update()).toBe('rebuilt')
      expect(found('a.ts')?.fixes).toBe(1)
    }
  })
})

it.each([
  { subject: 'fix: a', is: true },
  { subject: 'fix(scope)!: a', is: true },
  { subject: 'hotfix: a', is: true },
  { subject: 'Fix crash on empty list', is: true },
  { subject: '[Fiber] Fixes a leak (#123)', is: true },
  { subject: 'cart: fix total', is: true },
  { subject: 'Fixed #4211 -- Ordered the rows', is: true },
  { subject: 'feat: fix button', is: false },
  { subject: 'docs: fix a link', is: false },
  { subject: 'chore: fix lint', is: false },
  { subject: 'Fix typo', is: false },
  { subject: 'Fix lint', is: false },
  { subject: 'Add prefix', is: false },
  { subject: 'Use a fixture', is: false },
  { subject: '', is: false },
])('takes "$subject" as a fix: $is', ({ subject, is }) => {
  expect(isFixSubject(subject)).toBe(is)
})

it.each([
  { what: 'nothing', output: '' },
  { what: 'half a commit', output: '\u000112' },
  { what: 'what is no log', output: 'fatal: no\0\0x' },
])('reads no fix from $what', ({ output }) => {
  expect(parseFixLog(Buffer.from(output))).toEqual([])
})
