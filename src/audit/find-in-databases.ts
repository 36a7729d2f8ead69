import { statSync } from 'node:fs'
import type { SessionDatabase } from '../agent.js'
import { errorText } from './error-text.js'
import type { Client, FoundFiles } from './find-files.js'
import { openDatabaseCopy } from './open-database.js'
import type { OpenedDatabase } from './open-database.js'
import type { OpenSource } from './read-source.js'

/** Sessions in databases are named by the file and their id. */
export interface DatabaseSessions {
  open: OpenSource
  close(): void
}

export interface DatabasePlace {
  home: string
  env: Readonly<Record<string, string | undefined>>
  /** Where copies may lie while they are read. */
  folder: string
}

/** Adds the sessions that clients keep in a database to those in files. */
export async function findInDatabases(
  clients: readonly Client[],
  { home, env, folder }: DatabasePlace,
  found: FoundFiles,
): Promise<DatabaseSessions> {
  const opened: OpenedDatabase[] = []
  const sessions = new Map<string, () => unknown>()
  for (const { agent } of clients) {
    const file = agent.sessionDatabase?.(home, env)
    const reader = await agent.loadSessionDatabase?.()
    if (file === undefined || reader === undefined) continue
    if (statSync(file, { throwIfNoEntry: false }) === undefined) continue
    try {
      const database = openDatabaseCopy(file, folder)
      opened.push(database)
      take(file, agent.id, { database, reader, sessions, found })
    } catch (error) {
      found.troubles.push({ path: file, why: errorText(error) })
    }
  }
  return {
    open: (name) => {
      const read = sessions.get(name)
      return read === undefined ? { path: name } : { document: read() }
    },
    close: () => {
      for (const database of opened) database.close()
    },
  }
}

function take(
  file: string,
  agent: string,
  {
    database: { query },
    reader,
    sessions,
    found,
  }: {
    database: OpenedDatabase
    reader: SessionDatabase
    sessions: Map<string, () => unknown>
    found: FoundFiles
  },
): void {
  for (const { id, changedAt, size } of reader.list(query)) {
    const name = `${file}#${id}`
    sessions.set(name, () => reader.read(query, id))
    found.files.push({ path: name, agent, size, changedAt, from: null })
  }
}
