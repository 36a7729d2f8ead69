import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { makeSession } from '../../guard/__fixtures__/session.js'
import { databaseFile } from '../../workspace.js'
import { hookLogFile } from '../hook-log.js'
import { openWatch } from './watch.js'
import { withProject } from './with-project.js'
import type { ProjectPlace } from './with-project.js'

/** A project in whose store a look at `s1` is due. */
async function openPlace() {
  const base = mkdtempSync(path.join(tmpdir(), 'watch-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const [home, cwd] = [path.join(base, 'home'), path.join(base, 'project')]
  const config = path.join(home, '.config', 'reflectory')
  for (const folder of [config, cwd]) mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(config, 'reflection.yaml'), 'mode: solo\n')
  const place: ProjectPlace = { cwd, home, env: {}, platform: 'linux', now: () => new Date() }
  const found = { database: '', log: '' }
  await withProject(place, async ({ workspace, store }) => {
    found.database = databaseFile(workspace)!
    found.log = hookLogFile(workspace.stateDir)
    await store.transact({ sessionId: 's1', key: null }, () => ({
      state: makeSession(),
      events: [],
      writes: [{ kind: 'due' as const, record: DUE }],
      result: null,
    }))
  })
  return { place, ...found }
}

const DUE = {
  id: 'd1',
  sessionId: 's1',
  kind: 'stall-look',
  owner: 'resident-hook' as const,
  dueAt: '2026-03-01T09:59:00.000Z',
  expiresAt: '2126-03-01T11:00:00.000Z',
  payload: {},
}

/** Watches until a session was woken. */
function watchOnce(place: ProjectPlace, isMine: (sessionId: string) => boolean) {
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const woken: string[] = []
  const reported: string[] = []
  const watch = openWatch({
    ...place,
    retryMs: 20,
    ended: ended.signal,
    isMine,
    isBusy: () => false,
    wake: async ({ sessionId }) => {
      woken.push(sessionId)
      ended.abort()
    },
    report: (error, where) => void reported.push(`${where}: ${(error as Error).message}`),
  })
  return { watch, woken, reported }
}

it('looks again after a look that failed', async () => {
  const { place } = await openPlace()
  let questions = 0
  const { watch, woken, reported } = watchOnce(place, () => {
    questions += 1
    if (questions === 2) throw new Error('broken')
    return true
  })
  await withProject(place, watch.plan)
  await watch.run()
  expect({ woken, reported }).toEqual({ woken: ['s1'], reported: ['do what is due: broken'] })
})

it.each([
  { when: 'it looks', plansBlind: false },
  { when: 'it plans', plansBlind: true },
])('looks again when the store can not be seen while $when', async ({ plansBlind }) => {
  const { place, database, log } = await openPlace()
  const { watch, woken } = watchOnce(place, () => true)
  const hide = () => {
    renameSync(database, `${database}.aside`)
    mkdirSync(database)
  }
  if (plansBlind) hide()
  await withProject(place, watch.plan)
  if (!plansBlind) hide()
  rmSync(log, { force: true })
  const running = watch.run()
  await vi.waitFor(() => expect(existsSync(log)).toBe(true), { timeout: 20_000 })
  rmSync(database, { recursive: true })
  renameSync(`${database}.aside`, database)
  await running
  expect(woken).toEqual(['s1'])
})
