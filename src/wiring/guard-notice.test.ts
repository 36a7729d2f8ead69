import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { tellOnce } from './guard-notice.js'

const NOW = new Date('2030-01-01T00:00:00.000Z')

function openState(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'guard-notice-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

it('tells a notice once, and where a session begins whatever a row says', () => {
  const folder = openState()
  const tell = (kind: 'session-started' | 'session-stopped') =>
    tellOnce(folder, ['It is off.'], { sessionId: 's1', kind }, NOW)
  expect(tell('session-stopped')).toBe('It is off.')
  expect(tell('session-stopped')).toBeNull()
  expect(tell('session-started')).toBe('It is off.')
  expect(tell('session-stopped')).toBeNull()
})

it('keeps no secret of a session id', () => {
  const folder = openState()
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const event = { sessionId: `s-${secret}`, kind: 'session-stopped' } as const
  expect(tellOnce(folder, ['It is off.'], event, NOW)).toBe('It is off.')
  expect(tellOnce(folder, ['It is off.'], event, NOW)).toBeNull()
  expect(readFileSync(path.join(folder, 'guard-told.jsonl'), 'utf8')).not.toContain(secret)
})
