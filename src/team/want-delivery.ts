/**
 * One file says whether a delivery is under way or put off: it holds the number of failures so far, and
 * the time of its last change is when it was asked for. A hook looks at it and does no more.
 */
import { closeSync, openSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs'
import { readOurText } from '../util/read-bounded.js'
import { wantedFile } from './places.js'

/** A process that was started and has not delivered within this time has died. */
const CLAIM_MS = 2 * 60_000
const FIRST_DELAY_MS = 60_000
const MAX_DELAY_MS = 60 * 60_000

/** true for the one caller that now has to start the process that delivers. */
export function wantDelivery(stateDir: string, now: Date): boolean {
  const file = wantedFile(stateDir)
  const wantedAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (wantedAt === undefined) return create(file, '0')
  const age = now.getTime() - wantedAt
  // Further ahead than any delay: the clock was set back meanwhile.
  if (age < CLAIM_MS && age > -MAX_DELAY_MS) return false
  utimesSync(file, now, now)
  return true
}

/** What is asked for from now on is asked for anew. Returns how often delivering failed before. */
export function beginDelivery(stateDir: string): number {
  const file = wantedFile(stateDir)
  const failures = readFailures(file)
  rmSync(file, { force: true })
  return failures
}

/** How often delivering failed, one time after the other, up to now. */
export const countFailures = (stateDir: string): number => readFailures(wantedFile(stateDir))

export const isDeliveryWanted = (stateDir: string): boolean =>
  statSync(wantedFile(stateDir), { throwIfNoEntry: false }) !== undefined

/** No hook starts another try before its time has come; it doubles with each failure, up to an hour. */
export function putOffDelivery(stateDir: string, failures: number, now: Date): void {
  const file = wantedFile(stateDir)
  rmSync(file, { force: true })
  if (!create(file, String(failures))) return
  const delayMs = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (failures - 1))
  const wantedAt = new Date(now.getTime() + delayMs - CLAIM_MS)
  utimesSync(file, wantedAt, wantedAt)
}

function create(file: string, content: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, content)
    closeSync(handle)
    return true
  } catch {
    // Another process was first, or the disk is full: then nothing is started.
    return false
  }
}

function readFailures(file: string): number {
  const count = Number(readOurText(file))
  return Number.isInteger(count) && count > 0 ? Math.min(count, 20) : 0
}
