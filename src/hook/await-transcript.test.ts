import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { awaitTranscript } from './await-transcript.js'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openPlace() {
  const base = mkdtempSync(path.join(tmpdir(), 'await-'))
  onTestFinished(() => rmSync(base, { recursive: true, force: true }))
  const folder = path.join(base, 'sessions')
  mkdirSync(folder)
  return { base, folder, file: path.join(folder, 'events.jsonl') }
}

function begin(file: string, folders: string[], signal = new AbortController().signal) {
  const done = vi.fn()
  const hasCaughtUp = (tail: string) => tail.includes('"timestamp":7,')
  void awaitTranscript({ file, folders, hasCaughtUp, signal }).then(done)
  return done
}

it('goes on as soon as the mark stands in a file that was not there before', async () => {
  const { folder, file } = openPlace()
  const done = begin(file, [folder])
  await vi.advanceTimersByTimeAsync(100)
  writeFileSync(file, `${'x'.repeat(200_000)}\n`)
  await vi.advanceTimersByTimeAsync(100)
  expect(done).not.toHaveBeenCalled()
  appendFileSync(file, '{"timestamp":7,"cwd":"/"}\n')
  await vi.advanceTimersByTimeAsync(20)
  expect(done).toHaveBeenCalledOnce()
})

it('waits for nothing when the mark is there', async () => {
  const { folder, file } = openPlace()
  writeFileSync(file, '{"timestamp":7,"cwd":"/"}\n')
  const done = begin(file, [folder])
  await vi.advanceTimersByTimeAsync(0)
  expect(done).toHaveBeenCalledOnce()
})

it('gives up after its time, and at once when there is none left', async () => {
  const { folder, file } = openPlace()
  const done = begin(file, [folder])
  await vi.advanceTimersByTimeAsync(580)
  expect(done).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(20)
  expect(done).toHaveBeenCalledOnce()
  const late = begin(file, [folder], AbortSignal.abort())
  await vi.advanceTimersByTimeAsync(0)
  expect(late).toHaveBeenCalledOnce()
})

it('looks into no file outside of the folders', async () => {
  const { base, folder } = openPlace()
  const file = path.join(base, 'elsewhere.jsonl')
  writeFileSync(file, '{"timestamp":7,"cwd":"/"}\n')
  const done = begin(file, [folder])
  await vi.advanceTimersByTimeAsync(100)
  expect(done).not.toHaveBeenCalled()
})
