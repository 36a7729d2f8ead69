import { rmdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { signHome, unsignHome } from '../safety/home-path.js'
import type { AuditAccount, AuditScan } from '../schema/audit.js'
import { appendPlainly, listOurs, makeOurFolder } from '../util/our-folder.js'
import { parseJson } from '../util/parse-json.js'
import { readOurText } from '../util/read-bounded.js'
import { writeAtomic } from '../util/write-atomic.js'
import type { SessionFile } from './find-files.js'

/** What is known of one file: the first look, and the account once there was time for it. */
export interface AuditRow {
  file: string
  size: number
  changedAt: number
  agent: string
  from: string | null
  scan: AuditScan
  account: AuditAccount | null
}

export interface KeptRows {
  /** What was read of this very file; null when it is new, or has changed. */
  find(file: SessionFile): AuditRow | null
  put(row: AuditRow): void
  /** Writes the file anew where old lines are most of it. */
  close(): Promise<void>
}

/** Of what the readers and rules say: another version reads everything anew. */
const VERSION = 3

/**
 * What an audit has read, one line a file, written as it goes: after a kill the next run goes on from
 * there. A line that is torn, or not ours, is as if it were not there.
 */
export function openKeptRows(folder: string, home: string): KeptRows {
  const file = path.join(folder, 'sessions.jsonl')
  makeOurFolder(folder)
  const rows = new Map<string, AuditRow>()
  let lines = 0
  for (const row of readRows(file, home)) {
    rows.set(row.file, row)
    lines += 1
  }
  return {
    find({ path: name, size, changedAt, agent, from }) {
      const row = rows.get(name)
      const isSame =
        row !== undefined &&
        row.size === size &&
        row.changedAt === changedAt &&
        row.agent === agent &&
        row.from === from
      return isSame ? row : null
    },
    put(row) {
      rows.set(row.file, row)
      lines += 1
      appendPlainly(file, toLine(row, home))
    },
    async close() {
      if (lines > 2 * rows.size + 100) {
        const all = [...rows.values()].map((row) => toLine(row, home)).join('')
        await writeAtomic(file, all, { mode: 0o600 })
      }
    },
  }
}

/** Takes all of it away. */
export function forgetRows(folder: string): boolean {
  const ours = listOurs(folder, NAME)
  for (const name of ours) rmSync(path.join(folder, name), { force: true })
  try {
    rmdirSync(folder)
  } catch {
    // It is not there, or holds what another put there.
  }
  return ours.length > 0
}

/** The rows, the page, copies of clients' databases, and what a killed process left of any of them. */
const NAME =
  /^\.?(?:sessions\.jsonl|audit\.html|[\w.-]{1,100}\.copy(?:-wal|-shm)?)(?:\.[0-9a-f]{12})?$/

// A torn line before it must not swallow the next one.
const toLine = (row: AuditRow, home: string): string =>
  `\n${signHome(JSON.stringify({ v: VERSION, ...row }), home)}\n`

/** Some hundred thousand sessions. */
const MAX_BYTES = 256 * 1024 * 1024

function readRows(file: string, home: string): AuditRow[] {
  return (readOurText(file, MAX_BYTES) ?? '').split('\n').flatMap((line) => {
    if (line === '') return []
    const row = parseJson(unsignHome(line, home)) as (AuditRow & { v: number }) | null | undefined
    if (row?.v !== VERSION || typeof row.file !== 'string') return []
    const { v: _version, ...known } = row
    return [known]
  })
}
