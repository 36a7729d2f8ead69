const EF = ['database update', 'ef database update']
const RAILS = 'migrate,seed,setup,prepare,reset,rollback,schema load,create'
const rails = RAILS.split(',').map((goal) => `db ${goal}`)
const SEQUELIZE = ['db migrate', 'db seed']

/** By program: how its arguments begin, colons and dots read as spaces. */
export const MIGRATIONS: ReadonlyMap<string, readonly string[]> = new Map([
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
