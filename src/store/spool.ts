/**
 * The spool: where a process puts its records when the database can't be written in time. One file
 * is one transaction, made whole before it gets its name, so a drainer never meets half of one; the
 * file's name is a key in the log, so it is drained once however often that is tried.
 */
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { redactJson } from '../safety/redact.js'
import { ReflectError } from '../schema/error.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { RecordWrite } from '../schema/records.js'
import type { SessionState } from '../schema/session-state.js'
import type { Store } from '../store.js'

/** What one transaction would have written. */
export interface SpooledWork {
  sessionId: string
  events: readonly NewLogEvent[]
  writes: readonly RecordWrite[]
}

/** Puts the work aside and returns the file's name. The id must be unique; it becomes the name. */
export function spool(dir: string, id: string, work: SpooledWork): string {
  const lines = [
    { session: work.sessionId },
    ...work.events.map((event) => ({ event })),
    ...work.writes.map((write) => ({ write })),
  ]
  const text = lines.map((line) => `${redactJson(JSON.stringify(line))}\n`).join('')
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const name = `${id}.jsonl`
  const temporary = path.join(dir, `${name}.tmp`)
  const file = openSync(temporary, 'wx', 0o600)
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path.join(dir, name))
  return name
}

export interface DrainReport {
  files: number
  rows: number
  /** Lines that could not be read; their file is kept aside as `.bad`. */
  unreadable: number
}

type Fold = (state: SessionState | null, event: NewLogEvent) => SessionState | null

/** Moves spooled work into the store, oldest first, until about `maxRows` rows have moved. */
export async function drainSpool(
  store: Store,
  dir: string,
  fold: Fold,
  maxRows: number,
): Promise<DrainReport> {
  const report: DrainReport = { files: 0, rows: 0, unreadable: 0 }
  for (const name of spooledFiles(dir)) {
    if (report.rows >= maxRows) break
    const file = path.join(dir, name)
    const { work, unreadable } = readSpooled(file)
    const moved = work !== null && (await drainWork(store, `spool:${name}`, work, fold))
    if (moved) {
      report.files += 1
      report.rows += work.events.length + work.writes.length
    }
    report.unreadable += unreadable
    // The log's key is what makes a second drain harmless; deleting is only tidying.
    if (unreadable > 0 || !moved) setAside(file)
    else rmSync(file, { force: true })
  }
  return report
}

/** Kept for a person to look at; never tried again. */
function setAside(file: string): void {
  try {
    renameSync(file, `${file}.bad`)
  } catch (error) {
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}

/** Names in the order they were written: an id begins with its instant. */
export function spooledFiles(dir: string): string[] {
  try {
    return readdirSync(dir)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
  } catch {
    return []
  }
}

/** False when the work doesn't fit the contracts and never will. */
async function drainWork(store: Store, key: string, work: SpooledWork, fold: Fold): Promise<boolean> {
  try {
    await store.transact({ sessionId: work.sessionId, key }, (state, { seen }) => {
      if (seen) return { state: null, events: [], writes: [], result: undefined }
      const at = work.events[0]?.at ?? new Date(0).toISOString()
      const drained = { kind: 'spool.drained', at, sessionId: work.sessionId, key, body: {} }
      return {
        state: work.events.reduce(fold, state),
        events: [...work.events, drained],
        writes: work.writes,
        result: undefined,
      }
    })
    return true
  } catch (error) {
    if (error instanceof ReflectError && error.code === 'record-invalid') return false
    throw error
  }
}

function readSpooled(file: string): { work: SpooledWork | null; unreadable: number } {
  let sessionId: string | null = null
  const events: NewLogEvent[] = []
  const writes: RecordWrite[] = []
  let unreadable = 0
  for (const line of readLines(file)) {
    const row = parseLine(line)
    if (typeof row?.session === 'string') sessionId = row.session
    else if (row?.event !== undefined) events.push(row.event)
    else if (row?.write !== undefined) writes.push(row.write)
    else unreadable += 1
  }
  return { work: sessionId === null ? null : { sessionId, events, writes }, unreadable }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter((line) => line !== '')
  } catch (error) {
    // Another drainer was faster.
    if ((error as { code?: string }).code === 'ENOENT') return []
    throw error
  }
}

interface SpoolLine {
  session?: string
  event?: NewLogEvent
  write?: RecordWrite
}

function parseLine(line: string): SpoolLine | null {
  try {
    return JSON.parse(line) as SpoolLine
  } catch {
    return null
  }
}
