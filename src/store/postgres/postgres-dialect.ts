import type { ReflectErrorCode } from '../../schema/error.js'
import type { Dialect } from '../sql/dialect.js'
import { postgresMatch, selectPostgresMatches } from './text-index.js'

export const postgresDialect: Dialect = {
  jsonNumber: (field) => `(clean_json(body) ->> '${field}')::float8`,
  jsonText: (field, column = 'body') => `(clean_json(${column}) ->> '${field}')`,
  selectMatches: selectPostgresMatches,
  toMatch: postgresMatch,
  limitsEachRead: true,
  searchesLog: false,
  // The server's own autovacuum does it, for all projects.
  compact: [],
}

/** Which of our codes an error of the server or of the way to it means. */
export function postgresErrorCode(error: unknown): ReflectErrorCode {
  const code = String((error as { code?: unknown } | null)?.code)
  return CODES[code] ?? CODES[code.slice(0, 2)] ?? 'store-unavailable'
}

// https://www.postgresql.org/docs/current/errcodes-appendix.html; two characters are a class.
const CODES: Record<string, ReflectErrorCode> = {
  '22': 'record-invalid',
  '23': 'record-invalid',
  '25006': 'store-readonly',
  '40': 'store-locked',
  '42': 'internal',
  '42501': 'store-readonly',
  // A value that is too long for an index.
  '54': 'record-invalid',
  '55P03': 'store-locked',
  '57014': 'store-locked',
  '53100': 'store-full',
  XX001: 'store-corrupt',
  XX002: 'store-corrupt',
}
