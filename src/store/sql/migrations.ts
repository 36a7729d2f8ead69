import type { Dialect } from './dialect.js'
import { lessonText } from './search-lessons.js'
import { memoryText } from './search-memory.js'
import { tables } from './tables.js'

/** Forward only. The position in the list is the version; a released entry never changes. */
export const migrations: readonly ((dialect: Dialect) => string[])[] = [
  createTables,
  indexLessonText,
  indexMemoryText,
]

export const SCHEMA_VERSION = migrations.length

function createTables(dialect: Dialect): string[] {
  const { serial, tableSuffix } = dialect
  return [
    `CREATE TABLE events (id ${serial}, at TEXT NOT NULL, kind TEXT NOT NULL, session_id TEXT, key TEXT UNIQUE, body TEXT NOT NULL)${tableSuffix}`,
    'CREATE INDEX events_session ON events (session_id, id)',
    'CREATE INDEX events_kind ON events (kind, id)',
    'CREATE INDEX events_at ON events (at, id)',
    `CREATE TABLE sessions (id TEXT PRIMARY KEY, at TEXT NOT NULL, body TEXT NOT NULL)${tableSuffix}`,
    'CREATE INDEX sessions_at ON sessions (at, id)',
    `CREATE TABLE cache (id TEXT PRIMARY KEY, at TEXT NOT NULL, body TEXT NOT NULL)${tableSuffix}`,
    'CREATE INDEX cache_at ON cache (at, id)',
    ...Object.values(tables).flatMap((table) => [
      `CREATE TABLE ${table.name} (id TEXT PRIMARY KEY, session_id TEXT, subject TEXT, state TEXT, at TEXT NOT NULL, body TEXT NOT NULL)${tableSuffix}`,
      `CREATE INDEX ${table.name}_at ON ${table.name} (at, id)`,
      ...table.asked.map(
        (column) => `CREATE INDEX ${table.name}_${column} ON ${table.name} (${column}, at, id)`,
      ),
    ]),
  ]
}

function indexLessonText({ createTextIndex }: Dialect): string[] {
  return createTextIndex(tables.lesson.name, lessonText)
}

function indexMemoryText({ createTextIndex }: Dialect): string[] {
  return createTextIndex(tables.memory.name, memoryText)
}
