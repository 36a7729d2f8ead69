import { MIGRATIONS } from '../../data/migrations.js'

/** Whether a command changes a database's schema or fills it: what the tools call it. */
export function isMigration(name: string, args: readonly string[]): boolean {
  if (CLIENTS.has(name)) return args.some(isMigrationFile)
  const goals = MIGRATIONS.get(name)
  if (goals === undefined) return false
  const words = args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, MAX_WORDS)
    .flatMap((arg) => arg.split(/[:.]/))
  const said = ` ${words.join(' ')} `
  const isSaid = (goal: string): boolean =>
    goal.startsWith('*') ? said.includes(`${goal.slice(1)} `) : said.startsWith(` ${goal} `)
  return goals.some(isSaid) && !words.some((word) => LOOKS.has(word))
}

/** What a client is fed: `psql -f`, `mysql app < FILE`, `sqlite3 db '.read FILE'`. A query has no such name. */
const isMigrationFile = (arg: string): boolean => {
  const [, file] =
    /^(?:-f|--file=|<|\.read |source |\\i )?\s*([^\s'";]{1,200}\.sql)$/.exec(arg) ?? []
  return file !== undefined && IS_MIGRATION.test(file) && !LOOKS_BY_NAME.test(file)
}

const CLIENTS: ReadonlySet<string> = new Set(
  'psql mysql mariadb sqlite3 sqlcmd cockroach duckdb clickhouse-client'.split(' '),
)
/** By its folder, or by how its name begins: a number, a version, what it does. */
const IS_MIGRATION =
  /migrat|(?:^|\/)(?:V?\d{1,14}[_.-]|(?:up|seeds?|schema|fixtures?|(?:create|alter|add|drop|seed|init)_\w+)\.sql$)/i
const LOOKS_BY_NAME = /(?:^|[/_.-])(?:check|verify|query|report|select|test|dump|backup)/i

/** `migration:generate`, `migrate-status`, or `status` behind a script that migrates. */
export function looksAtMigration(arg: string): boolean {
  const words = arg.split(/[:_-]/)
  const isNamed = words.length === 1 || words.some((word) => /^(?:migrat|seed)/.test(word))
  return isNamed && words.some((word) => LOOKS.has(word))
}

const MAX_WORDS = 4

/** A migration that is only looked at, planned or written down. */
const LOOKS = new Set(
  'status diff history current heads show list info validate create make generate new pull dump'.split(
    ' ',
  ),
)
