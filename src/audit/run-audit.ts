/**
 * The audit: sessions that clients left on the disk come in, what is known of each goes out. Everything is
 * looked at once; then accounts are made, the newest first, until the time for them is up. What was read
 * before and has not changed is not read again. Nothing but its own rows is written.
 */
import type { AuditScan } from '../schema/audit.js'
import { giveWay } from '../util/give-way.js'
import { errorText } from './error-text.js'
import type { Client, FoundFiles, SessionFile, Trouble } from './find-files.js'
import { judgeSession } from './judge-session.js'
import type { AuditRow, KeptRows } from './kept-rows.js'
import type { OpenSource } from './read-source.js'
import { scanFile } from './scan-file.js'

export interface AuditInput {
  found: FoundFiles
  open: OpenSource
  clients: readonly Client[]
  kept: KeptRows
  /** ISO instant: accounts are made of sessions that ended at or after it. */
  since: string
  /** Milliseconds for accounts. */
  accountMs: number
  /** Milliseconds, as a clock that never goes back tells them. */
  clock(): number
  progress?: ((step: AuditProgress) => void) | undefined
}

export interface AuditProgress {
  doing: 'reading' | 'judging' | 'keeping'
  done: number
  of: number
  bytes: number
  ofBytes: number
}

export interface AuditResult {
  rows: AuditRow[]
  troubles: Trouble[]
  /** Sessions of the period without an account: there was no time for them. */
  left: number
}

export async function runAudit(input: AuditInput): Promise<AuditResult> {
  const { found, clients, kept, open } = input
  const troubles = [...found.troubles]
  const readers = new Map(clients.map(({ agent, reader }) => [agent.id, reader]))
  const rows: AuditRow[] = []
  const track = tracker('reading', found.files, input)
  for (const file of found.files) {
    const known = kept.find(file)
    const row = known ?? (await scan(file, { readers, troubles, open }))
    if (known === null && row !== null) kept.put(row)
    if (row !== null) rows.push(row)
    track(file)
    await giveWay()
  }
  troubles.push(...rows.flatMap(troubleOf))
  const left = await judgeAll(rows, readers, input, troubles)
  return { rows, troubles, left }
}

async function scan(
  file: SessionFile,
  {
    readers,
    troubles,
    open,
  }: { readers: ReadonlyMap<string, Client['reader']>; troubles: Trouble[]; open: OpenSource },
): Promise<AuditRow | null> {
  try {
    const found = await scanFile(open(file.path), readers.get(file.agent)!)
    const { path, ...known } = file
    // Some clients write no times: then it ended when its file was last written.
    const endedAt = found.endedAt ?? new Date(file.changedAt).toISOString()
    return { file: path, ...known, scan: { ...found, endedAt }, account: null }
  } catch (error) {
    troubles.push({ path: file.path, why: errorText(error) })
    return null
  }
}

/** What was skipped in a file that could be read for the rest. */
const troubleOf = ({ file, scan }: AuditRow): Trouble[] =>
  scan.degraded.length === 0 ? [] : [{ path: file, why: scan.degraded.join('; ') }]

async function judgeAll(
  rows: AuditRow[],
  readers: ReadonlyMap<string, Client['reader']>,
  { kept, since, accountMs, clock, progress, open: openSource }: AuditInput,
  troubles: Trouble[],
): Promise<number> {
  const open = rows
    .filter(({ scan, account }) => account === null && isOfPeriod(scan, since))
    .sort((a, b) => (a.scan.endedAt! < b.scan.endedAt! ? 1 : -1))
  const track = tracker(
    'judging',
    open.map(({ file, size }) => ({ path: file, size })),
    { progress },
  )
  const end = clock() + accountMs
  let left = open.length
  for (const row of open) {
    const remaining = end - clock()
    if (remaining <= 0) break
    left -= 1
    try {
      row.account = await judgeSession(openSource(row.file), readers.get(row.agent)!)
      kept.put(row)
    } catch (error) {
      troubles.push({ path: row.file, why: errorText(error) })
    }
    track(row)
  }
  return left
}

const isOfPeriod = (scan: AuditScan, since: string): boolean =>
  scan.endedAt !== null && scan.endedAt >= since && isSession(scan)

/** A subagent's own file is a part of another session; one without any message or call is none yet. */
export const isSession = ({ isSubagent, turns, calls }: AuditScan): boolean =>
  !isSubagent && turns + calls > 0

export function tracker(
  doing: AuditProgress['doing'],
  files: readonly { size: number }[],
  { progress }: Pick<AuditInput, 'progress'>,
): (file: { size: number }) => void {
  const ofBytes = files.reduce((sum, { size }) => sum + size, 0)
  let [done, bytes] = [0, 0]
  return ({ size }) => {
    done += 1
    bytes += size
    progress?.({ doing, done, of: files.length, bytes, ofBytes })
  }
}
