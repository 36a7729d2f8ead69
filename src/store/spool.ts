/**
 * The spool: where a process puts its records when the database can't be written in time. One file
 * is one transaction, made whole before it gets its name, so a drainer never meets half of one; its
 * name is a key in the log, so it is drained once however often that is tried.
 */
import { homedir } from 'node:os'
import path from 'node:path'
import { hideHome } from '../safety/home-path.js'
import { ReflectError } from '../schema/error.js'
import type { ReflectErrorCode } from '../schema/error.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { SessionState } from '../schema/session-state.js'
import type { Store } from '../store.js'
import { idName } from '../util/names-on-disk.js'
import { writeAtomic } from '../util/write-atomic.js'
import { makeOurFolder } from '../util/our-folder.js'
import { sha256 } from '../util/sha256.js'
import {
  listSpooled,
  readSpooled,
  removeLeftovers,
  removeSpooled,
  setAside,
  SPOOLED,
  toLines,
} from './spooled-file.js'
import type { SpooledWork } from './spooled-file.js'

/** Days with a broken database, and still listed within milliseconds. */
export const MAX_SPOOLED_FILES = 5000

/**
 * Puts the work aside and returns the file's name, which sorts as the id does. A full spool refuses
 * the newest work: it was not promised yet, while dropping the oldest would break a promise.
 */
export async function spool(
  dir: string,
  id: string,
  work: SpooledWork,
  home: string = homedir(),
): Promise<string> {
  const text = hideHome(home)(toLines(work))
  // Equal ids of different work must not meet: a drained name is never drained again.
  const hash = sha256(text).slice(0, 8)
  const name = `${idName(id)}.${hash}${SPOOLED}`
  if (listSpooled(dir).length >= MAX_SPOOLED_FILES) throw notSpooled(dir, 'store-full')
  try {
    makeOurFolder(path.dirname(dir))
    makeOurFolder(dir)
    await writeAtomic(path.join(dir, name), text, { mode: 0o600 })
  } catch (cause) {
    throw notSpooled(dir, WRITE_CODES[String((cause as NodeJS.ErrnoException).code)], cause)
  }
  return name
}

const WRITE_CODES: Record<string, ReflectErrorCode> = {
  ENOSPC: 'store-full',
  EDQUOT: 'store-full',
  EACCES: 'store-readonly',
  EPERM: 'store-readonly',
  EROFS: 'store-readonly',
  EUNSAFE: 'unsafe-path',
}

const notSpooled = (dir: string, code: ReflectErrorCode = 'io-failed', cause?: unknown) =>
  new ReflectError(code, `The spool ${dir} is full`, {
    cause,
    remedy:
      '`reflect doctor` says why the database is not written; once it is, the spool empties itself.',
  })

export interface DrainReport {
  /** Transactions that moved now; what an earlier drain had moved is not counted again. */
  files: number
  rows: number
  /** Lines that could not be read or do not fit; their file is kept aside as `.bad`. */
  unreadable: number
}

type Fold = (state: SessionState | null, event: NewLogEvent) => SessionState | null

/**
 * Moves spooled work into the store, oldest first: at most `maxRows` rows, or one transaction if
 * that alone is larger. Throws when the store can't be written; what is left waits.
 */
export async function drainSpool(
  store: Store,
  dir: string,
  fold: Fold,
  maxRows: number,
  now: Date = new Date(),
): Promise<DrainReport> {
  const report: DrainReport = { files: 0, rows: 0, unreadable: 0 }
  removeLeftovers(dir, now)
  for (const name of listSpooled(dir)) {
    if (report.rows >= maxRows) break
    const file = path.join(dir, name)
    const spooled = readSpooled(file)
    if (spooled === null) continue
    const { work, unreadable } = spooled
    const rows = work === null ? 0 : work.events.length + work.writes.length
    if (report.rows > 0 && report.rows + rows > maxRows) break
    const fate = work === null ? 'unfit' : await moveWork(store, name, work, fold, now)
    if (fate === 'moved') {
      report.files += 1
      report.rows += rows
    }
    const bad = unreadable + (fate === 'unfit' ? rows : 0)
    if (bad > 0) report.unreadable += setAside(file) ? bad : 0
    // The key in the log is what makes a second drain harmless; deleting is only tidying.
    else removeSpooled(file)
  }
  return report
}

/** `known`: moved before, by another drainer or before a crash. `unfit`: it never will be moved. */
type Fate = 'moved' | 'known' | 'unfit'

async function moveWork(
  store: Store,
  name: string,
  { sessionId, events, writes }: SpooledWork,
  fold: Fold,
  now: Date,
): Promise<Fate> {
  const key = `spool:${name}`
  const alsoKeys = events.flatMap((event) => event.key ?? [])
  try {
    return await store.transact<Fate>({ sessionId, key, alsoKeys }, (state, { seen, logged }) => {
      if (seen) return { state: null, events: [], writes: [], result: 'known' }
      // Delivered to the database as well: it is in the state already.
      const fresh = events.filter((event) => event.key === null || !logged.has(event.key))
      const marker = {
        kind: 'spool.drained',
        at: now.toISOString(),
        sessionId: null,
        key,
        body: {},
      }
      return {
        state: fresh.filter((event) => event.sessionId === sessionId).reduce(fold, state),
        events: [...fresh, marker],
        writes,
        result: 'moved',
      }
    })
  } catch (error) {
    // A body that the fold chokes on must not keep everything behind it waiting for ever.
    if (error instanceof ReflectError && error.code !== 'record-invalid') throw error
    return 'unfit'
  }
}
