/**
 * Takes sessions of an audit into stores, so that page, search and cost start full. Each project has one of
 * its own for them, apart from the store that its hooks write to: what no hook saw feeds no recall, lesson,
 * self line, experiment or team, because nothing that does those reads it.
 */
import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Client } from './find-files.js'
import { newStateName, STATE_NAME } from '../config/state-names.js'
import { noteProject } from '../config/project-note.js'
import { foldSession } from '../guard/fold-session.js'
import type { Store } from '../store.js'
import { openSqliteStore } from '../store/sqlite.js'
import { groupBy } from '../util/group-by.js'
import { isOurFolder, listOurs, makeOurFolder, putPlainly } from '../util/our-folder.js'
import { IMPORTED_MARK } from '../config/imported-mark.js'
import { idOf, importSession } from './import-session.js'
import type { ImportedPart } from './import-session.js'
import type { AuditRow } from './kept-rows.js'
import type { OpenSource } from './read-source.js'
import { tracker } from './run-audit.js'
import type { AuditProgress } from './run-audit.js'
import { projectOf } from './sum-up.js'

export interface KeepInput {
  rows: readonly AuditRow[]
  clients: readonly Client[]
  open: OpenSource
  /** The user's state directory for all projects. */
  stateRoot: string
  home: string
  author: string | null
  now: string
  progress?: ((step: AuditProgress) => void) | undefined
  /** A hook saw it: its own project has it already. */
  isKnown(row: AuditRow): Promise<boolean>
}

export interface Kept {
  /** Sessions that were taken in now. */
  taken: number
  /** Those that were there, unchanged. */
  before: number
  /** Those that a hook saw. */
  known: number
}

export async function keepSessions(input: KeepInput): Promise<Kept> {
  const kept: Kept = { taken: 0, before: 0, known: 0 }
  // The oldest first: the log has things in the order in which they happened.
  const rows = input.rows.toSorted((a, b) =>
    (a.scan.endedAt ?? '') < (b.scan.endedAt ?? '') ? -1 : 1,
  )
  const projects = groupBy(rows, projectOf)
  const track = tracker('keeping', rows, input)
  for (const [project, rows] of projects) {
    const store = await openImported(project, input)
    try {
      for (const row of rows) {
        kept[await keepOne(row, store, input)] += 1
        track(row)
      }
    } finally {
      await store.close()
    }
  }
  return kept
}

/** Takes everything back: the stores, and all in them. Returns how many there were. */
export function forgetSessions(stateRoot: string): number {
  const folders = importedFolders(stateRoot)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  return folders.length
}

const importedFolders = (stateRoot: string): string[] =>
  listOurs(stateRoot, STATE_NAME)
    .map((name) => path.join(stateRoot, name))
    .filter((folder) => isOurFolder(folder) && existsSync(path.join(folder, IMPORTED_MARK)))

async function openImported(
  project: string,
  { stateRoot, home, author }: KeepInput,
): Promise<Store> {
  const stateDir = path.join(stateRoot, newStateName(`imported\n${project}`))
  makeOurFolder(stateDir)
  // First the mark: what is made without it could not be forgotten.
  putPlainly(path.join(stateDir, IMPORTED_MARK), '')
  if (path.isAbsolute(project)) await noteProject(stateDir, project)
  return openSqliteStore(path.join(stateDir, 'reflectory.db'), { author, home })
}

async function keepOne(row: AuditRow, store: Store, input: KeepInput): Promise<keyof Kept> {
  const mark = `audit:${idOf(row)}`
  const version = `${row.size}:${row.changedAt}`
  if ((await store.readCache(mark, input.now)) === version) return 'before'
  if (await input.isKnown(row)) return 'known'
  const { reader } = input.clients.find(({ agent }) => agent.id === row.agent)!
  const source = input.open(row.file)
  const session = await importSession(row, { source, reader, now: input.now })
  for (const part of session.parts) await addPart(session.sessionId, part, store)
  await store.writeCache(mark, version, FOREVER)
  return 'taken'
}

const FOREVER = '9999-12-31T23:59:59.999Z'

/** Only lines that are not there yet: a session that has grown adds what is new. */
async function addPart(
  sessionId: string,
  { events, writes }: ImportedPart,
  store: Store,
): Promise<void> {
  const alsoKeys = events.map(({ key }) => key!)
  await store.transact({ sessionId, key: null, alsoKeys }, (state, { logged }) => {
    const added = events.filter(({ key }) => !logged.has(key!))
    const folded = added.reduce(foldSession, state)
    return added.length === 0
      ? { state: null, events: [], writes: [], result: null }
      : { state: folded, events: added, writes, result: null }
  })
}
