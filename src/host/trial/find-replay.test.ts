import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Episode } from '../../schema/episode.js'
import { openMemoryStore } from '../../store/memory.js'
import { findReplays } from './find-replay.js'

/** A project with one fix, committed a minute after its check was green, and a later commit. */
async function openProject() {
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-replay-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (at: string, ...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.invalid', ...args], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: root, GIT_COMMITTER_DATE: at, GIT_AUTHOR_DATE: at },
    }).trim()
  const commit = (at: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
    git(at, 'add', '-A')
    git(at, 'commit', '--quiet', '-m', 'x')
    return git(at, 'rev-parse', 'HEAD')
  }
  git('2026-01-01T10:00:00Z', 'init', '--quiet')
  commit('2026-01-01T10:00:00Z', { 'src/a.ts': '0', 'src/b.ts': '0' })
  const fix = commit('2026-01-01T12:01:00Z', { 'src/a.ts': '1', 'test/a.test.ts': '1' })
  commit('2026-01-01T12:02:00Z', { 'src/a.ts': '2' })
  commit('2026-01-01T12:03:00Z', { 'test/b.test.ts': '2' })
  const store = await openMemoryStore()
  onTestFinished(() => store.close())
  const place = {
    root,
    store,
    workDir: root,
    env: { PATH: process.env['PATH'], HOME: root },
    signal: new AbortController().signal,
    now: () => new Date(),
    nextId: () => 'id',
  }
  return { fix, place, commit }
}

const episode = (fields: Partial<Episode>, files: string[]): Episode => ({
  id: 'e1',
  sessionId: 's1',
  key: 'k1',
  check: 'npm test',
  tests: [],
  error: null,
  redStep: 1,
  greenStep: 2,
  tried: [],
  resolvedBy: { files, hunks: [], commands: [], commit: null },
  weakened: false,
  state: 'resolved',
  attempts: 1,
  startedAt: '2026-01-01T11:50:00.000Z',
  endedAt: '2026-01-01T12:00:00.000Z',
  ...fields,
})

it('finds the commit that was the fix, with its tests', async () => {
  const { fix, place } = await openProject()
  const found = await findReplays(episode({}, ['src/a.ts']), place)
  expect(found.ok && found.replays[0]).toEqual({
    episodeId: 'e1',
    check: 'npm test',
    commit: fix,
    tests: ['test/a.test.ts'],
  })
})

it('finds a fix that was committed before its check ran again, after the next commit', async () => {
  const { fix, place } = await openProject()
  const green = { endedAt: '2026-01-01T12:01:30.000Z' }
  const found = await findReplays(episode(green, ['src/a.ts']), place)
  expect(found.ok && found.replays.map(({ commit }) => commit === fix)).toEqual([false, true])
})

it('takes the latest first of what was committed in the second in which its check was green', async () => {
  const { place, commit } = await openProject()
  const second = '2026-01-01T12:30:00Z'
  const before = ['3', '4'].map((text) => commit(second, { 'src/a.ts': text }))
  const fix = commit(second, { 'src/a.ts': '5' })
  const next = commit('2026-01-01T12:30:01Z', { 'src/a.ts': '6' })
  const times = { startedAt: '2026-01-01T12:30:00.300Z', endedAt: '2026-01-01T12:30:00.700Z' }
  const found = await findReplays(episode(times, ['src/a.ts']), place)
  expect(found.ok && found.replays.map((one) => one.commit)).toEqual([
    next,
    fix,
    ...before.toReversed(),
  ])
})

it.each([
  ['it was never made green', { state: 'abandoned' as const }, ['src/a.ts']],
  ['its check was weakened', { weakened: true }, ['src/a.ts']],
  ['no file was changed to make it green', {}, []],
  ['its fix was not committed', {}, ['src/b.ts']],
  ['its fix changed nothing but tests', {}, ['test/b.test.ts']],
])('says that an episode can’t be replayed because %s', async (reason, fields, files) => {
  const { place } = await openProject()
  expect(await findReplays(episode(fields, files), place)).toEqual({ ok: false, reason })
})
