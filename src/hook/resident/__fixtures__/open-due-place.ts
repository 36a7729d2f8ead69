import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { makeSession } from '../../../guard/__fixtures__/session.js'
import { databaseFile } from '../../../wiring/workspace.js'
import { hookLogFile } from '../../../wiring/hook-log.js'
import { withProject } from '../with-project.js'
import type { ProjectPlace } from '../with-project.js'

/** A project in whose store a look at `s1` is due. */
export async function openDuePlace() {
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
