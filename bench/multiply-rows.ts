import { loadSqlite } from '../src/store/sql/sqlite-library.js'

/** Tables that grow with the number of sessions. Lessons, tasks, skills and findings stay as they are. */
const GROWING = [
  'run_records',
  'verdicts',
  'exposures',
  'outcomes',
  'interaction_log',
  'model_calls',
  'session_outcomes',
  'episodes',
]
const KEPT = ['record.due', 'record.finding', 'record.lesson', 'record.skill_change', 'record.task']

/** Puts `times - 1` copies of every session and of all that belongs to it beside the first, by SQL. */
export function multiplyRows(file: string, times: number): number {
  const { DatabaseSync } = loadSqlite()
  const database = new DatabaseSync(file)
  database.exec('PRAGMA synchronous = OFF; BEGIN')
  // The first ones: what was copied is not copied again.
  database.exec(`CREATE TEMP TABLE first_events AS SELECT * FROM events`)
  for (const table of ['sessions', ...GROWING]) {
    database.exec(`CREATE TEMP TABLE first_${table} AS SELECT * FROM ${table}`)
  }
  for (let copy = 1; copy < times; copy += 1) copyAll(database.exec.bind(database), `~${copy}`)
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)')
  const [row] = database.prepare('SELECT count(*) AS events FROM events').all()
  database.close()
  return Number((row as { events: number | bigint }).events)
}

function copyAll(exec: (sql: string) => void, mark: string): void {
  const renamed = (column: string, body: string) =>
    `CASE WHEN ${column} IS NULL THEN ${body} ELSE replace(${body}, '"' || ${column} || '"', '"' || ${column} || '${mark}"') END`
  exec(`INSERT INTO events (at, kind, session_id, key, body)
    SELECT at, kind, session_id || '${mark}', key || '${mark}',
      CASE WHEN json_type(body, '$.action.metadata.verdict_id') = 'text'
        THEN json_set(body, '$.action.metadata.verdict_id', json_extract(body, '$.action.metadata.verdict_id') || '${mark}')
        WHEN kind LIKE 'record.%' THEN json_set(body, '$.id', json_extract(body, '$.id') || '${mark}')
        ELSE ${renamed('session_id', 'body')} END
    FROM first_events WHERE kind NOT IN (${KEPT.map((kind) => `'${kind}'`).join(', ')}) ORDER BY id`)
  exec(`INSERT INTO sessions (id, at, body, author, visibility)
    SELECT id || '${mark}', at, ${renamed('id', 'body')}, author, visibility FROM first_sessions`)
  for (const table of GROWING) {
    const input =
      table === 'interaction_log'
        ? `json_set(body, '$.input', json_extract(body, '$.input') || '${mark}')`
        : 'body'
    exec(`INSERT INTO ${table} (id, session_id, subject, state, at, body, author, visibility)
      SELECT id || '${mark}', session_id || '${mark}', subject, state, at,
        ${renamed('session_id', renamed('id', input))}, author, visibility FROM first_${table}`)
  }
}
