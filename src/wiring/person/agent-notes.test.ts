import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { readProcessTable } from '../../util/process-table.js'
import { noteAgent, readNotes } from './agent-notes.js'

const NOW = new Date('2030-01-01T00:00:00Z')

function openDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'reflect-notes-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

it.runIf(process.platform === 'linux')('notes the process above the hook, once', () => {
  const dir = openDir()
  noteAgent(dir, 'claude-code', NOW)
  noteAgent(dir, 'claude-code', new Date(NOW.getTime() + 60_000))
  const [note, ...others] = readNotes(dir)
  expect(others).toEqual([])
  expect(note).toMatchObject({ agent: 'claude-code', seenAt: NOW.getTime() + 60_000 })
  const entry = readProcessTable('linux').find(({ pid }) => pid === note?.pid)
  expect(entry?.startedAt).toBe(note?.startedAt)
  expect(entry?.service).toBe(note?.service)
  expect(note?.namespaces).toMatch(/^user:\[\d+\] pid:\[\d+\]$/)
})

it('forgets what is older than a week, and passes over what is none', () => {
  const dir = openDir()
  noteAgent(path.join(dir, 'a'), 'codex', NOW)
  const [name] = readdirSync(path.join(dir, 'a'))
  utimesSync(path.join(dir, 'a', name!), NOW, new Date(NOW.getTime() - 8 * 86_400_000))
  noteAgent(path.join(dir, 'a'), 'gemini', NOW)
  expect(readNotes(path.join(dir, 'a')).map(({ agent }) => agent)).toEqual(['gemini'])
  expect(readNotes(path.join(dir, 'gone'))).toEqual([])
})
