import { MIGRATIONS } from '../../data/migrations.js'

/** Whether a command changes a database's schema or fills it: what the tools call it, or the SQL that a client is fed. */
export function isMigration(name: string, args: readonly string[], fed = ''): boolean {
  if (isClient(name)) return [...args, fed].some(changesData)
  const goals = MIGRATIONS.get(name)
  if (goals === undefined) return false
  const words = wordsOf(args)
  const said = ` ${words.join(' ')} `
  const isSaid = (goal: string): boolean =>
    goal.startsWith('*') ? said.includes(`${goal.slice(1)} `) : said.startsWith(` ${goal} `)
  const own = new Set(goals.flatMap((goal) => goal.split(' ')))
  return goals.some(isSaid) && !words.some((word) => LOOKS.has(word) && !own.has(word))
}

/** A client of a database that is asked for something, or a tool for migrations that lists them. */
export const looksAtData = (name: string, args: readonly string[]): boolean =>
  isClient(name) || (MIGRATIONS.has(name) && wordsOf(args).some((word) => LISTS.has(word)))

const isClient = (name: string): boolean => CLIENTS.has(name)

const wordsOf = (args: readonly string[]): string[] =>
  args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, MAX_WORDS)
    .flatMap((arg) => arg.split(/[:.]/))

const CLIENTS: ReadonlySet<string> = new Set(
  'psql mysql mariadb sqlite3 sqlcmd cockroach duckdb clickhouse-client cqlsh usql mongosh mongo'.split(
    ' ',
  ),
)

/** A file of SQL that is not named for a look (`-f x.sql`, `<x.sql`, `.read x.sql`), or a statement that changes something. */
function changesData(arg: string): boolean {
  const file = arg.replace(/^(?:-f|--file=|<|\.read |source |\\i )\s*/, '')
  if (/^[^\s'";]{1,200}\.sql$/.test(file)) return !LOOKS_BY_NAME.test(file)
  if (MONGO_CHANGES.test(arg.slice(0, MAX_SQL))) return true
  return arg
    .slice(0, MAX_SQL)
    .split(';')
    .some((statement) =>
      CHANGES.has(/^[\s(]*([A-Za-z]+)\s/.exec(statement)?.[1]?.toLowerCase() ?? ''),
    )
}

const MONGO_CHANGES =
  /\.(?:insert|update|delete|remove|replace|drop|create|rename|bulkWrite)\w{0,12}\(/
const MAX_SQL = 20_000
const CHANGES: ReadonlySet<string> = new Set(
  'create alter drop insert update delete truncate grant revoke replace merge copy rename'.split(
    ' ',
  ),
)
const LOOKS_BY_NAME =
  /(?:^|[/_.-])(?:check|verify|query|queries|report|select|test|stats?|explain|count|list)s?(?:[/_.-]|$)/i

/** `migration:generate`, `migrate-status`, or `status` behind a script that migrates. */
export function looksAtMigration(arg: string): boolean {
  const words = arg.split(/[:_-]/)
  const isNamed = words.length === 1 || words.some((word) => /^(?:migrat|seed)/.test(word))
  return isNamed && words.some((word) => LOOKS.has(word))
}

const MAX_WORDS = 4

/** What is written down or compared changes no database; what is listed is only looked at. */
const LISTS = new Set('status history current heads show list info pull'.split(' '))

/** A migration that is only looked at, planned or written down. */
const LOOKS = new Set(
  'status diff history current heads show list info validate create make generate new pull dump'.split(
    ' ',
  ),
)
