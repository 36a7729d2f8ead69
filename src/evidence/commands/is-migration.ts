/** Whether a command changes a database's schema or fills it: what the tools call it. */
export function isMigration(name: string, args: readonly string[]): boolean {
  if (CLIENTS.has(name)) return args.some(isMigrationFile)
  const goals = MIGRATIONS.get(name)
  if (goals === undefined) return false
  const words = args
    .filter((arg) => !arg.startsWith('-'))
    .slice(0, MAX_WORDS)
    .flatMap((arg) => arg.split(/[:.]/))
  const said = `${words.join(' ')} `
  return goals.some((goal) => said.startsWith(`${goal} `)) && !words.some((word) => LOOKS.has(word))
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

const EF = ['database update', 'ef database update']
const RAILS = 'migrate,seed,setup,prepare,reset,rollback,schema load,create'
const rails = RAILS.split(',').map((goal) => `db ${goal}`)
const SEQUELIZE = ['db migrate', 'db seed']

/** By program: how its arguments begin, colons and dots read as spaces. */
const MIGRATIONS: ReadonlyMap<string, readonly string[]> = new Map([
  ['prisma', ['migrate', 'db push', 'db seed', 'db execute']],
  ['rails', rails],
  ['rake', rails],
  ['alembic', ['upgrade', 'downgrade']],
  ['flask', ['db upgrade', 'db downgrade']],
  ['manage.py', ['migrate', 'loaddata']],
  ['django-admin', ['migrate', 'loaddata']],
  ['dotnet', EF],
  ['dotnet-ef', EF],
  ['flyway', ['migrate', 'undo', 'repair', 'baseline']],
  ['liquibase', ['update', 'rollback']],
  ['knex', ['migrate', 'seed run']],
  ['sequelize', SEQUELIZE],
  ['sequelize-cli', SEQUELIZE],
  ['typeorm', ['migration run', 'migration revert', 'schema sync']],
  ['drizzle-kit', ['migrate', 'push']],
  ['mikro-orm', ['migration up', 'seeder run']],
  ['node-pg-migrate', ['up', 'down']],
  ['db-migrate', ['up', 'down']],
  ['migrate-mongo', ['up', 'down']],
  ['artisan', ['migrate', 'db seed']],
  ['console', ['doctrine migrations migrate', 'doctrine fixtures load', 'doctrine schema update']],
  ['phinx', ['migrate', 'seed run', 'rollback']],
  ['goose', ['up', 'down']],
  ['migrate', ['up', 'down']],
  ['dbmate', ['up', 'migrate', 'rollback']],
  ['sqlx', ['migrate run']],
  ['diesel', ['migration run', 'setup']],
  ['sea-orm-cli', ['migrate up', 'migrate fresh', 'migrate refresh']],
  ['atlas', ['migrate apply', 'schema apply']],
  ['mix', ['ecto migrate', 'ecto setup', 'ecto reset']],
  ['supabase', ['db push', 'db reset', 'migration up']],
  ['hasura', ['migrate apply', 'seed apply']],
  ['sqitch', ['deploy', 'revert']],
])
