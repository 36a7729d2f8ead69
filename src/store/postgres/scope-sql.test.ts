import { expect, it } from 'vitest'
import { countRows, expireRows, listEvents, listSubjects, putRecord } from '../sql/statements.js'
import * as sql from '../sql/statements.js'
import { scopeRows, scopeSql } from './scope-sql.js'

const cases: [title: string, statement: string, scoped: string][] = [
  [
    'a read of one row',
    sql.READ_SESSION,
    'SELECT body FROM sessions WHERE project = $1 AND id = $2',
  ],
  [
    'a read without a condition',
    countRows('events', {}).sql,
    'SELECT count(*) AS count FROM events WHERE project = $1',
  ],
  [
    'a line of the log, which gets its number',
    sql.INSERT_EVENT,
    'INSERT INTO events (project, id, at, kind, session_id, key, body) VALUES ($1, $2, $3, $4, $5, $6, $7)',
  ],
  [
    'a write over a row that may be there',
    putRecord('task'),
    'INSERT INTO tasks (project, id, session_id, subject, state, at, body, author) VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (project, id) DO UPDATE SET session_id = excluded.session_id, subject = excluded.subject, state = excluded.state, at = excluded.at, body = excluded.body',
  ],
  [
    'both halves of a deletion',
    expireRows('cache', 'x', 1).sql,
    'DELETE FROM cache WHERE project = $1 AND id IN (SELECT id FROM cache WHERE project = $1 AND at < $2 ORDER BY at, id LIMIT $3)',
  ],
  [
    'each read of several',
    listEvents({ kinds: ['a', 'b'] }).sql,
    'SELECT id, at, kind, session_id, key, body FROM events WHERE project = $1 AND kind = $2 UNION ALL SELECT id, at, kind, session_id, key, body FROM events WHERE project = $1 AND kind = $3 ORDER BY id ASC LIMIT $4',
  ],
  [
    'each step of a walk along an index',
    listSubjects('task'),
    'WITH RECURSIVE found (value) AS (SELECT min(subject) FROM tasks WHERE project = $1 UNION ALL SELECT (SELECT min(subject) FROM tasks WHERE project = $1 AND subject > value) FROM found WHERE value IS NOT NULL) SELECT value FROM found WHERE value IS NOT NULL',
  ],
]
it.each(cases)('puts the project into %s', (_, statement, scoped) => {
  expect(scopeSql(statement).text).toBe(scoped)
})

it('knows where the number of an event comes from', () => {
  const given = 'INSERT INTO events (id, at) VALUES (?, ?)'
  expect(
    [sql.INSERT_EVENT, given, sql.findKeys(1)].map((one) => scopeSql(one).eventNumber),
  ).toEqual(['next', 'given', null])
  expect(scopeSql(given).text).toBe('INSERT INTO events (project, id, at) VALUES ($1, $2, $3)')
})

const many: [title: string, statement: string, scoped: string][] = [
  [
    'lines of the log',
    sql.INSERT_EVENT,
    'INSERT INTO events (project, id, at, kind, session_id, key, body) SELECT $1, * FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[])',
  ],
  [
    'records that may be there',
    'INSERT INTO tasks (id, body) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body',
    'INSERT INTO tasks (project, id, body) SELECT $1, * FROM unnest($2::text[], $3::text[]) ON CONFLICT (project, id) DO UPDATE SET body = excluded.body',
  ],
]
it.each(many)('makes one statement of many %s', (_, statement, scoped) => {
  expect(scopeRows(statement).text).toBe(scoped)
})

it.each([
  'SELECT 1',
  'SELECT * FROM projects',
  'UPDATE tasks SET body = ?',
  'TRUNCATE events',
  'SELECT body FROM reflectory.tasks',
])('refuses %s, which names no project', (statement) => {
  expect(() => scopeSql(statement)).toThrow(TypeError)
})

it('refuses a statement that reads one table in scope and another beside it', () => {
  const beside = ['JOIN lessons ON true', ', lessons', 'CROSS JOIN lessons']
  for (const other of beside) {
    expect(() => scopeSql(`SELECT * FROM tasks ${other} WHERE id = ?`)).toThrow(TypeError)
  }
})
