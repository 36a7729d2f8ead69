import { stripVTControlCharacters } from 'node:util'
import { oneLineSafely } from '../../safety/clip-safely.js'

/**
 * A line by which a migration, a deployment or a formatter says that it went wrong; null when there is
 * none. Only for output that is its own: `Error:` is a common beginning.
 */
export function readDeedErrors(output: string): { result: 'failed'; gist: string } | null {
  const lines = stripVTControlCharacters(output.slice(-MAX_CHARS)).split('\n')
  const line = lines.find((one) => isError(one.replace(FRAME, '')))
  return line === undefined ? null : { result: 'failed', gist: oneLineSafely(line.trim(), 160) }
}

const MAX_CHARS = 20_000

/** What tools draw before a line: bars, crosses and brackets. */
const FRAME = /^[\s│|×✗✖✘❌>[\]*!-]+/u

const isError = (line: string): boolean =>
  BEGINNINGS.some((head) => line.startsWith(head)) ||
  line.trimEnd().endsWith(' aborted!') ||
  OF_CLIENT.test(line)

/** A database's client tells the line of its script too. */
const OF_CLIENT =
  /^(?:psql:[^\n]{1,200}:\d+: (?:ERROR|FATAL):|ERROR \d{4} \(|(?:Parse|Runtime) error near line \d|Msg \d+, Level 1[1-9])/

const BEGINNINGS: readonly string[] = [
  'Error: ',
  'ERROR: ',
  'error: ',
  'error]',
  'ERROR] ',
  'FATAL: ',
  'fatal: ',
  'Fatal error: ',
  'FAILED: ',
  'SQLSTATE[',
  'sqlalchemy.exc.',
  'django.db.utils.',
  'psycopg',
  '(Postgrex.Error)',
  '(Ecto.',
  '(Mix)',
  'Traceback (most recent call last):',
  'Unhandled exception',
  'panic: ',
  'Failed to ',
  'Deployment failed',
  'Migration failed',
  'migration failed',
  'npm ERR! code',
  'npm error code',
]
