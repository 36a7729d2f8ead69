import type { SqliteDialect } from './dialect.js'
import { lessonText } from './search-lessons.js'
import { createSearch } from './search-log.js'
import { memoryText } from './search-memory.js'

/** Forward only. The position in the list is the version; a released entry never changes. */
export const migrations: readonly ((dialect: SqliteDialect) => string[])[] = [
  createTables,
  indexLessonText,
  indexMemoryText,
  createSkillChanges,
  linkOutcomesToTasks,
  makeRooms,
  nameLessonSources,
  createSums,
  createLogSearch,
]

export const SCHEMA_VERSION = migrations.length

function createTables(dialect: SqliteDialect): string[] {
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
    ...createRecords(FIRST_TABLES, dialect),
  ]
}

type FilterColumns = Readonly<Record<string, readonly ('session_id' | 'subject' | 'state')[]>>

const FIRST_TABLES: FilterColumns = {
  run_records: ['session_id', 'subject'],
  verdicts: ['session_id'],
  lessons: ['subject', 'state'],
  exposures: ['session_id', 'subject', 'state'],
  memory_entries: ['subject'],
  outcomes: ['subject', 'state'],
  findings: ['subject', 'state'],
  tasks: ['state'],
  interaction_log: ['session_id', 'subject'],
  model_calls: ['session_id'],
  due_rows: ['session_id', 'state'],
}

const RECORD = [
  'id TEXT PRIMARY KEY',
  'session_id TEXT',
  'subject TEXT',
  'state TEXT',
  'at TEXT NOT NULL',
  'body TEXT NOT NULL',
]

function createRecords(
  asked: FilterColumns,
  { tableSuffix }: SqliteDialect,
  shape = RECORD,
): string[] {
  return Object.entries(asked).flatMap(([name, columns]) => [
    `CREATE TABLE ${name} (${shape.join(', ')})${tableSuffix}`,
    `CREATE INDEX ${name}_at ON ${name} (at, id)`,
    ...columns.map((column) => `CREATE INDEX ${name}_${column} ON ${name} (${column}, at, id)`),
  ])
}

/** As the index was made at first; `nameLessonSources` makes it anew. */
const FIRST_LESSON_TEXT = {
  ...lessonText,
  words: [
    'lesson.analysis',
    'lesson.suggestion',
    'lesson.actionItems',
    'episode.subtaskDescription',
  ],
}

function indexLessonText({ createTextIndex }: SqliteDialect): string[] {
  return createTextIndex('lessons', FIRST_LESSON_TEXT)
}

function indexMemoryText({ createTextIndex }: SqliteDialect): string[] {
  return createTextIndex('memory_entries', memoryText)
}

const SKILL_TABLES: FilterColumns = { skill_changes: ['subject', 'state'] }

function createSkillChanges(dialect: SqliteDialect): string[] {
  return createRecords(SKILL_TABLES, dialect)
}

/** Shorter objectives, such as "run", say too little to tell whose they are. */
const MIN_LINKED_CHARS = 20

/** Outcomes from before they named their task: linked where exactly one task has their objective. */
function linkOutcomesToTasks({ jsonText, setJsonText }: SqliteDialect): string[] {
  const objective = jsonText('objective', 'outcomes.body')
  const sameText = `FROM tasks WHERE ${jsonText('ai_prompt', 'tasks.body')} = ${objective}`
  return [
    `UPDATE outcomes SET subject = (SELECT min(tasks.id) ${sameText}) ` +
      `WHERE subject IS NULL AND length(${objective}) >= ${MIN_LINKED_CHARS} ` +
      `AND (SELECT count(*) ${sameText}) = 1`,
    `UPDATE outcomes SET body = ${setJsonText('task_id', 'subject')} WHERE subject IS NOT NULL AND ${jsonText('task_id')} IS NULL`,
  ]
}

const NEW_TABLES: FilterColumns = {
  checks: ['state'],
  check_runs: ['session_id', 'subject', 'state'],
  demands: ['session_id'],
  episodes: ['session_id', 'subject', 'state'],
  session_outcomes: ['session_id', 'state'],
  recalls: ['session_id', 'subject'],
  skill_states: ['subject', 'state'],
  trials: ['subject'],
  self_lines: ['subject', 'state'],
  outbox: ['subject', 'state'],
}

const OWNERSHIP = ['author TEXT', `visibility TEXT NOT NULL DEFAULT 'private'`]

/**
 * Tables for what is learnt and measured; an author and a visibility for every session and record, old
 * ones too. Not for the log: a line is its session's, and SQLite reads a whole table to add a column.
 */
function makeRooms(dialect: SqliteDialect): string[] {
  const old = ['sessions', ...Object.keys(FIRST_TABLES), ...Object.keys(SKILL_TABLES)]
  return [
    ...createRecords(NEW_TABLES, dialect, [...RECORD, ...OWNERSHIP]),
    'CREATE INDEX due_rows_subject ON due_rows (subject, at, id)',
    ...old.flatMap((table) =>
      OWNERSHIP.map((column) => `ALTER TABLE ${table} ADD COLUMN ${column}`),
    ),
  ]
}

/** An episode is a check that went red; what a lesson was made from is its source. */
function nameLessonSources({
  createTextIndex,
  dropTextIndex,
  renameJson,
}: SqliteDialect): string[] {
  return [
    ...dropTextIndex('lessons'),
    `UPDATE lessons SET body = ${renameJson('episode', 'source')}`,
    ...createTextIndex('lessons', lessonText),
  ]
}

/** What was counted over rows, and up to where. Its reader brings it up to date. */
function createSums({ tableSuffix }: SqliteDialect): string[] {
  return [
    `CREATE TABLE sums (id TEXT PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, place TEXT, body TEXT NOT NULL)${tableSuffix}`,
    'CREATE INDEX sums_at ON sums (kind, at, id)',
    'CREATE INDEX sums_place ON sums (kind, place)',
  ]
}

/** Empty: the first reader fills it. */
function createLogSearch({ tableSuffix }: SqliteDialect): string[] {
  return createSearch(tableSuffix)
}
