import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { writeChecks } from '../config/checks-file.js'
import { verifyCommand } from '../memory/recall/verify-command.js'
import { openTracked } from './open-tracked.js'

it('lets a lesson name a check that a person added, until its file is broken', async () => {
  const home = mkdtempSync(path.join(tmpdir(), 'open-tracked-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const place = { env: {}, home, platform: 'linux' as const, stateDir: path.join(home, 'a1') }
  const shown = () => verifyCommand('./qa.sh --all', openTracked(home, place))
  expect(await shown()).toBeNull()
  const check = { id: 'c1', name: 'qa', command: ['./qa.sh', '--all'], shell: false }
  const limits = { when: [], timeoutMs: 1000, env: [] }
  const at = '2026-03-01T10:00:00.000Z'
  const added = { source: 'user', state: 'accepted', createdAt: at, settledAt: at } as const
  await writeChecks(place, home, [{ ...check, ...limits, ...added }])
  expect(await shown()).toBe('./qa.sh --all')
  writeFileSync(path.join(home, '.config/reflectory/checks/a1.json'), '{')
  expect(await shown()).toBeNull()
})
