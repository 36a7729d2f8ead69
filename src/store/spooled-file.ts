import { lstatSync, readdirSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import * as z from 'zod/mini'
import { ReflectError } from '../schema/error.js'
import type { NewLogEvent } from '../schema/log-event.js'
import type { RecordWrite } from '../schema/records.js'
import { Id } from '../schema/scalar.js'
import { Visibility } from '../schema/visibility.js'
import { isOurFolder } from '../util/our-folder.js'
import { readBounded } from '../util/read-bounded.js'
import { checkEvent, checkWrite } from '../schema/check-row.js'
import { safeJson } from './safe-json.js'
import { tables } from './sql/tables.js'
import type { RecordColumns } from './sql/tables.js'

/** What one transaction would have written. */
export interface SpooledWork {
  sessionId: string
  events: readonly NewLogEvent[]
  writes: readonly RecordWrite[]
}

export const SPOOLED = '.jsonl'
const BAD = '.bad'
/** An id and a hash; what is half written has a dot before and digits behind it. */
const NAME = /^[\w-][\w.-]{0,80}\.[0-9a-f]{8}\.jsonl$/
const HALF_WRITTEN = /^\.[\w-][\w.-]{0,80}\.[0-9a-f]{8}\.jsonl\.[0-9a-f]{12}$/
const LEFTOVER_MS = 60 * 60 * 1000

/** One line for the session, one per event, one per record; without secrets. */
export function toLines({ sessionId, events, writes }: SpooledWork): string {
  const lines = [
    safeJson({ session: sessionId }, [sessionId]),
    ...events.map((event) => safeJson({ event }, [event.sessionId, event.key])),
    ...writes.map((write) => safeJson({ write }, idsOf(write))),
  ]
  return `${lines.join('\n')}\n`
}

function idsOf(write: RecordWrite): (string | null)[] {
  checkWrite(write)
  const toColumns = tables[write.kind].columns as (record: unknown) => RecordColumns
  const { id, session_id, subject, state } = toColumns(write.record)
  return [id, session_id, subject, state]
}

/** Names of what waits, oldest first: an id begins with its instant. */
export function listSpooled(dir: string): string[] {
  return listFolder(dir)
    .filter((entry) => entry.isFile() && NAME.test(entry.name))
    .map((entry) => entry.name)
    .sort()
}

/** What a writer left that died before its file had a name. */
export function removeLeftovers(dir: string, now: Date): void {
  for (const entry of listFolder(dir)) {
    if (!entry.isFile() || !HALF_WRITTEN.test(entry.name)) continue
    const file = path.join(dir, entry.name)
    const known = lstatSync(file, { throwIfNoEntry: false })
    if (known !== undefined && now.getTime() - known.mtimeMs > LEFTOVER_MS) removeSpooled(file)
  }
}

function listFolder(dir: string) {
  if (!isOurFolder(dir)) return []
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (cause) {
    if (['ENOENT', 'ENOTDIR'].includes(String((cause as NodeJS.ErrnoException).code))) return []
    throw new ReflectError('io-failed', `${dir} can't be listed`, { cause })
  }
}

/**
 * The work in a file, without the lines that are torn, foreign or don't fit a contract. The work is
 * null when not even the session is known; the answer is null when another drainer was faster.
 */
export function readSpooled(file: string): { work: SpooledWork | null; unreadable: number } | null {
  const lines = readLines(file)
  if (lines === null) return null
  let sessionId: string | null = null
  const events: NewLogEvent[] = []
  const writes: RecordWrite[] = []
  let unreadable = 0
  for (const line of lines) {
    const row = parseLine(line)
    if (row === null) unreadable += 1
    else if ('session' in row) sessionId = row.session
    else if ('event' in row) events.push(row.event)
    else writes.push(row.write)
  }
  if (sessionId === null) return { work: null, unreadable: Math.max(1, lines.length) }
  return { work: { sessionId, events, writes }, unreadable }
}

/** No transaction is as long; of a longer file the rest is kept aside with the line that is cut. */
const MAX_BYTES = 64 * 1024 * 1024

function readLines(file: string): string[] | null {
  const read = readBounded(file, { followLink: false, maxBytes: MAX_BYTES, longer: 'cut' })
  if (read.state === 'absent') return null
  if (read.state === 'refused') throw new ReflectError('io-failed', `${file} ${read.reason}`)
  const lines = read.bytes.toString('utf8').split('\n')
  return lines.filter((line) => line !== '')
}

type SpoolLine = { session: string } | { event: NewLogEvent } | { write: RecordWrite }

const Line = z.union([
  z.strictObject({ session: Id }),
  z.strictObject({ event: z.record(z.string(), z.unknown()) }),
  z.strictObject({
    write: z.strictObject({
      kind: z.string(),
      record: z.unknown(),
      visibility: z.optional(Visibility),
      key: z.optional(z.string()),
    }),
  }),
])

function parseLine(line: string): SpoolLine | null {
  try {
    const row = Line.parse(JSON.parse(line)) as SpoolLine
    if ('event' in row) checkEvent(row.event)
    if ('write' in row) checkWrite(row.write)
    return row
  } catch {
    return null
  }
}

/** Only tidying: what can't be removed is known by its key, and is tried again at the next drain. */
export function removeSpooled(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Best effort.
  }
}

/** Kept for a person to look at, never tried again; false when another drainer did it. */
export function setAside(file: string): boolean {
  try {
    renameSync(file, `${file}${BAD}`)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw new ReflectError('io-failed', `${file} can't be set aside`, { cause })
  }
}
