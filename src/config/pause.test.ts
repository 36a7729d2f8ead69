import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pause, resume } from './pause.js'
import { pauseFor, readPauses } from './read-pauses.js'

const now = new Date('2026-01-01T00:00:00.000Z')
const inAnHour = new Date('2026-01-01T01:00:00.000Z')
let stateDir: string

beforeEach(() => {
  stateDir = path.join(realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pause-'))), 'state')
})
afterEach(() => rmSync(path.dirname(stateDir), { recursive: true, force: true }))

it('holds until its time has come', async () => {
  await pause(stateDir, { until: inAnHour }, now)
  const expected = [{ session: null, until: inAnHour.toISOString() }]
  expect(readPauses(stateDir, now)).toEqual(expected)
  expect(readPauses(stateDir, new Date(inAnHour.getTime() - 1))).toEqual(expected)
  expect(readPauses(stateDir, inAnHour)).toEqual([])
})

it('is kept privately', async () => {
  await pause(stateDir, {}, now)
  expect(statSync(path.join(stateDir, 'pause.json')).mode & 0o777).toBe(0o600)
})

it('replaces the pause of the same session and drops expired ones', async () => {
  await pause(stateDir, { session: 'old', until: new Date(now.getTime() + 1) }, now)
  await pause(stateDir, { session: 'a', until: inAnHour }, now)
  const later = new Date(now.getTime() + 2)
  expect(await pause(stateDir, { session: 'a' }, later)).toEqual([{ session: 'a', until: null }])
})

it('ends for one session or for all', async () => {
  await pause(stateDir, {}, now)
  await pause(stateDir, { session: 'a' }, now)
  await pause(stateDir, { session: '__proto__' }, now)
  expect(await resume(stateDir, { session: 'a' }, now)).toBe(true)
  expect(readPauses(stateDir, now).map(({ session }) => session)).toEqual([null, '__proto__'])
  expect(await resume(stateDir, { session: 'a' }, now)).toBe(false)
  expect(await resume(stateDir, {}, now)).toBe(true)
  expect(readPauses(stateDir, now)).toEqual([])
  expect(await resume(stateDir, {}, now)).toBe(false)
})

it.each([
  { pauses: [], session: 'a', expected: null },
  { pauses: [{ session: 'b', until: null }], session: 'a', expected: null },
  {
    pauses: [{ session: 'a', until: null }],
    session: 'a',
    expected: { session: 'a', until: null },
  },
  {
    pauses: [{ session: null, until: null }],
    session: 'a',
    expected: { session: null, until: null },
  },
])('holds for session $session: $expected', ({ pauses, session, expected }) => {
  expect(pauseFor(pauses, session)).toEqual(expected)
})

it.each([
  '',
  '{',
  'null',
  '{"pauses":{}}',
  '{"pauses":[{"session":1,"until":null}]}',
  '{"pauses":[{"session":null,"until":"soon"}]}',
])('counts %j as a pause of the project, until resume clears it', async (text) => {
  mkdirSync(stateDir)
  writeFileSync(path.join(stateDir, 'pause.json'), text)
  expect(readPauses(stateDir, now)).toEqual([{ session: null, until: null }])
  expect(await resume(stateDir, {}, now)).toBe(true)
  expect(readPauses(stateDir, now)).toEqual([])
})
