import { closeSync, lstatSync, openSync, renameSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { msSince } from './ms-since.js'
import { randomHex } from './random-hex.js'
import { readBounded } from './read-bounded.js'
import { sha256 } from './sha256.js'

export interface FileLockOptions {
  /** How long to wait for another holder; 0 asks once. */
  patienceMs: number
  /** No holder takes longer than this; one whose process is gone is noticed at once. */
  staleMs: number
  now(): number
  /** Ends the waiting, not the work. */
  signal?: AbortSignal
}

export type Locked<T> = { held: true; value: T } | { held: false }

/** Runs the work while no other process of this machine does so under the same lock file. */
export async function withFileLock<T>(
  lock: string,
  options: FileLockOptions,
  work: () => Promise<T>,
): Promise<Locked<T>> {
  const token = `${process.pid} ${randomHex(16)}`
  if (!(await takePatiently(lock, token, options))) return { held: false }
  releaseOnExit(lock, token)
  try {
    return { held: true, value: await work() }
  } finally {
    ownLocks.delete(lock)
    release(lock, token)
  }
}

/** It is no longer held: it is too old, or its process is gone. */
export function isStaleLock(lock: string, staleMs: number, nowMs: number): boolean {
  const found = lstatSync(lock, { throwIfNoEntry: false })
  if (found === undefined) return false
  if (nowMs - found.mtimeMs > staleMs) return true
  // An empty file belongs to a process between creating and writing it.
  const pid = Number(holderOf(lock)?.split(' ')[0])
  return Number.isInteger(pid) && pid > 0 && !isAlive(pid)
}

async function takePatiently(
  lock: string,
  token: string,
  { patienceMs, staleMs, now, signal }: FileLockOptions,
): Promise<boolean> {
  const start = process.hrtime()
  for (let round = 0; ; round += 1) {
    if (create(lock, token)) return true
    if (breakStale(lock, staleMs, now()) && create(lock, token)) return true
    if (msSince(start) >= patienceMs || signal?.aborted === true) return false
    // Rivals that wait equally long meet again each time.
    await pause(Math.random() * Math.min(20, 1 + round), signal)
  }
}

function create(file: string, content: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    try {
      writeSync(handle, content)
    } catch (error) {
      // On a full disk: an empty lock would keep every process out until it is too old.
      unlinkSync(file)
      throw error
    } finally {
      closeSync(handle)
    }
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes a dead holder's lock. Only one rival at a time may remove the lock of one holder, and it
 * looks again once it may: otherwise a slow rival would remove the lock of the next holder.
 */
function breakStale(lock: string, staleMs: number, nowMs: number): boolean {
  if (!isStaleLock(lock, staleMs, nowMs)) return false
  const holder = holderOf(lock)
  const claim = `${lock}.${sha256(`${holder}`).slice(0, 12)}`
  if (!create(claim, String(process.pid))) {
    if (isStaleLock(claim, staleMs, nowMs)) rmSync(claim, { force: true })
    return false
  }
  try {
    if (holderOf(lock) !== holder || !isStaleLock(lock, staleMs, nowMs)) return false
    return moveAway(lock)
  } finally {
    rmSync(claim, { force: true })
  }
}

/** By renaming, because what lies there may be no file; a folder stays where it was moved to. */
function moveAway(lock: string): boolean {
  const aside = `${lock}.${randomHex(12)}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return true
    throw error
  }
  try {
    rmSync(aside, { force: true })
  } catch {
    // It is out of the way, and that is what counts.
  }
  return true
}

const ownLocks = new Map<string, string>()
let listens = false

/** A process that runs out of its time ends in the middle of the work. */
function releaseOnExit(lock: string, token: string): void {
  ownLocks.set(lock, token)
  if (listens) return
  listens = true
  process.once('exit', () => {
    for (const [file, own] of ownLocks) release(file, own)
  })
}

function release(lock: string, token: string): void {
  if (holderOf(lock) !== token) return
  try {
    // `rmSync` would load what can remove whole folders.
    unlinkSync(lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

/** What the lock says; null for what is no lock of ours. */
function holderOf(lock: string): string | null {
  const read = readBounded(lock, { followLink: false, maxBytes: 256 })
  return read.state === 'bytes' ? read.bytes.toString('utf8') : null
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { setTimeout: wait } = await import('node:timers/promises')
  await wait(ms, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
}

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
