import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { lessonRow } from '../memory/__fixtures__/lesson-row.js'
import { Config } from '../schema/config.js'
import { openMemoryStore } from '../store/memory.js'
import type { Workspace } from '../wiring/workspace.js'
import { tidy } from './tidy.js'

/** A workspace in a state directory of its own. */
function openState(): Workspace {
  const folder = mkdtempSync(path.join(tmpdir(), 'tidy-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const loaded = { values: Config.parse({}) }
  return { root: folder, home: folder, stateDir: path.join(folder, 'project'), loaded } as Workspace
}

it('forgets the places of sessions as old as the events that it forgets, and no file of another', async () => {
  const workspace = openState()
  const now = new Date('2030-01-01T00:00:00.000Z')
  const folder = path.join(path.dirname(workspace.stateDir), 'sessions')
  mkdirSync(folder)
  for (const days of [89, 91]) {
    const written = new Date(now.getTime() - days * 86_400_000)
    for (const [name, text] of [
      [`claude-code-${days}`, JSON.stringify({ root: '/a', identity: '/a/.git' })],
      [`claude-code-notes-${days}.txt`, '{}'],
      [`.claude-code-${days}.123`, ''],
    ] as const) {
      writeFileSync(path.join(folder, name), text)
      utimesSync(path.join(folder, name), written, written)
    }
  }
  const store = await openMemoryStore()
  await tidy(workspace, store, now)
  expect(readdirSync(folder).sort()).toEqual([
    '.claude-code-89.123',
    'claude-code-89',
    'claude-code-notes-89.txt',
    'claude-code-notes-91.txt',
  ])
})

it('lets old lessons go and pinned ones stay, once a day', async () => {
  const store = await openMemoryStore()
  const workspace = openState()
  const old = lessonRow('old', { at: -40 * 86_400 })
  const now = new Date(Date.parse(old.lesson.createdAt) + 40 * 86_400_000)
  const put = (record: typeof old) => store.add([{ kind: 'lesson', record }])
  await put(old)
  await put(lessonRow('pinned', { at: -40 * 86_400, pinned: true }))
  await tidy(workspace, store, now)
  expect((await store.list('lesson')).map(({ id }) => id)).toEqual(['pinned'])
  await put(old)
  await tidy(workspace, store, now)
  expect(await store.list('lesson')).toHaveLength(2)
  await tidy(workspace, store, new Date(now.getTime() + 86_400_000))
  expect((await store.list('lesson')).map(({ id }) => id)).toEqual(['pinned'])
})
