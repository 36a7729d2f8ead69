import type { RecordKind } from '../../schema/records.js'
import type { Dialect } from './dialect.js'
import { lessonText } from './search-lessons.js'
import { memoryText } from './search-memory.js'
import { tables } from './tables.js'

/** Forward only. The position in the list is the version; a released entry never changes. */
export const migrations: readonly ((dialect: Dialect) => string[])[] = [
  createTables,
  indexLessonText,
  indexMemoryText,
  createSkillChanges,
  linkOutcomesToTasks,
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
    ...FIRST_KINDS.flatMap((kind) => createRecords(kind, dialect)),
  ]
}

const FIRST_KINDS = [
  'run',
  'verdict',
  'lesson',
  'exposure',
  'memory',
  'outcome',
  'finding',
  'task',
  'interaction',
  'model_call',
  'due',
] as const

function createRecords(kind: RecordKind, { tableSuffix }: Dialect): string[] {
  const { name, asked } = tables[kind]
  return [
    `CREATE TABLE ${name} (id TEXT PRIMARY KEY, session_id TEXT, subject TEXT, state TEXT, at TEXT NOT NULL, body TEXT NOT NULL)${tableSuffix}`,
    `CREATE INDEX ${name}_at ON ${name} (at, id)`,
    ...asked.map((column) => `CREATE INDEX ${name}_${column} ON ${name} (${column}, at, id)`),
  ]
}

function indexLessonText({ createTextIndex }: Dialect): string[] {
  return createTextIndex(tables.lesson.name, lessonText)
}

function indexMemoryText({ createTextIndex }: Dialect): string[] {
  return createTextIndex(tables.memory.name, memoryText)
}

function createSkillChanges(dialect: Dialect): string[] {
  return createRecords('skill_change', dialect)
}

/** Shorter objectives, such as "run", say too little to tell whose they are. */
const MIN_LINKED_CHARS = 20

/** Outcomes from before they named their task: linked where exactly one task has their objective. */
function linkOutcomesToTasks({ jsonText, setJsonText }: Dialect): string[] {
  const objective = jsonText('objective', 'outcomes.body')
  const sameText = `FROM tasks WHERE ${jsonText('ai_prompt', 'tasks.body')} = ${objective}`
  return [
    `UPDATE outcomes SET subject = (SELECT min(tasks.id) ${sameText}) WHERE subject IS NULL AND length(${objective}) >= ${MIN_LINKED_CHARS} AND (SELECT count(*) ${sameText}) = 1`,
    `UPDATE outcomes SET body = ${setJsonText('task_id', 'subject')} WHERE subject IS NOT NULL AND ${jsonText('task_id')} IS NULL`,
  ]
}
