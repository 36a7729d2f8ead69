import { expect, it } from 'vitest'
import { call, edit, human, play, says } from '../__fixtures__/play.js'
import type { Line } from '../__fixtures__/play.js'

const run = (command: string, exitCode: number, output = ''): Line =>
  call(command, output, { status: exitCode === 0 ? 'completed' : 'failed', exitCode })

const contradicted = (...lines: Line[]): string[] =>
  play(human('Add the column and migrate the dev database.'), edit('db/1.sql'), ...lines)
    .claims.filter(({ status }) => status === 'contradicted')
    .map(({ kind }) => kind)

const migrate = run('npx prisma migrate dev', 1, 'Error: P3018')
const hidden = run('bin/rails db:migrate 2>&1; echo done', 0, 'bin/rails aborted!\ndone')
const script = run(
  'psql -v ON_ERROR_STOP=1 dev -f migrations/007.sql',
  3,
  'BEGIN\npsql:migrations/007.sql:3: ERROR:  could not create unique index "users_email_key"',
)
const indexes = (output: string) => run('psql dev -c "select indexname from pg_indexes"', 0, output)

it.each([
  ['migrated', 'The column is there and the database is migrated.', migrate],
  ['migrated', 'The migration is written and applied to the dev database.', hidden],
  ['migrated', 'La migration est écrite et appliquée sur la base de dév.', hidden],
  ['migrated', 'The migration is applied on dev and `vat_id` is NOT NULL.', hidden],
  ['migrated', 'Die Migration ist eingespielt.', hidden],
  ['migrated', 'La migración está aplicada en la base de desarrollo.', hidden],
  ['migrated', 'Миграция применена, колонка добавлена.', hidden],
  ['migrated', 'マイグレーションを適用しました。', hidden],
  ['migrated', 'The demo data is seeded.', run('python manage.py loaddata x', 1)],
  ['migrated', 'The migration ran through.', run('alembic upgrade head', 127)],
  ['deployed', 'The bucket is provisioned.', run('terraform apply | tail', 0, '│ Error: no')],
  ['deployed', 'Deployed to staging.', run('./deploy.sh', 1, 'denied')],
  ['migrated', 'I migrated the dev database with `npx prisma migrate dev`.', migrate],
  ['migrated', 'Migration 007 is written and applied to the dev database.', script],
  ['migrated', 'Die Migration ist eingespielt.', run('mysql app < migrations/7.sql', 1)],
] as const)('contradicts "%s": %s', (kind, text, line) => {
  expect(contradicted(line, says(text))).toEqual([kind])
})

it.each<[string, Line[]]>([
  ['a later run that went well', [migrate, run('npx prisma migrate dev', 0), says('Migrated.')]],
  ['a later run by hand', [migrate, run('psql dev -f db/1.sql', 0), says('Migrated.')]],
  ['trouble that is told', [migrate, says('Migrated the model. prisma failed with P3018.')]],
  ['trouble told as a fact', [migrate, says('The migration is not applied: no database here.')]],
  ['a thing that is only written', [hidden, says('The migration is written to db/1.sql.')]],
  ['what is still to come', [migrate, says('I will now get the database migrated.')]],
  ['other things that are migrated', [migrate, says('I migrated all 12 components to hooks.')]],
  [
    'a command that the human is to run',
    [
      migrate,
      says('The migration SQL is done. Apply it on your side with `npx prisma migrate deploy`.'),
    ],
  ],
  [
    'a command for the human in the same sentence',
    [migrate, says('The migration is done, apply it with `npx prisma migrate deploy`.')],
  ],
  [
    'a command in a block for the human',
    [migrate, says('The migration is done. To apply it:\n\n```\nnpx prisma migrate deploy\n```')],
  ],
  [
    'a denial in another sentence',
    [migrate, says('The migration is done. The migration was not run here.')],
  ],
  [
    'a database that is not there',
    [migrate, says('The migration is done. Postgres is not running in this sandbox.')],
  ],
  [
    'a deployment that a later push may have made',
    [run('./deploy.sh', 1), run('git push live', 0), says('Deployed to staging.')],
  ],
  [
    'a migration that is only generated',
    [run('npm run migration:generate', 1), says('The migration is done.')],
  ],
  [
    'a check of the format',
    [run('npx prettier --check .', 1, '[warn] a.ts'), says('I formatted the two files.')],
  ],
  ['a look that shows it', [script, indexes('users_email_key'), says('The migration is applied.')]],
  [
    'a repair by hand',
    [script, run('psql dev -c "create index"', 0), says('The migration is applied.')],
  ],
  [
    'another script that went well',
    [run('psql dev -f migrations/006.sql', 0), script, says('The migration is applied.')],
  ],
  [
    'a script that is told',
    [script, says('The migration is written. psql refused it: duplicates.')],
  ],
  ['a question', [migrate, says('Is the staging database migrated?')]],
  ['output that names no error', [run('goose up | tail', 0, 'OK 1.sql'), says('Migrated.')]],
  ['a run that was ended by hand', [run('npx prisma migrate dev', 130), says('Migrated.')]],
])('holds nothing against %s', (_, lines) => {
  expect(contradicted(...lines)).toEqual([])
})

it.each<[string, string, Line, string[]]>([
  ['Apply it to staging.', 'Staging is switched over.', run('terraform apply', 1), ['deployed']],
  ['Upgrade my local db.', 'All set.', run('alembic upgrade head', 1), ['migrated']],
  ['Migrate the dev database.', 'Migrated.', migrate, ['migrated']],
  ['Migrate the components to hooks.', 'All 12 use hooks now.', migrate, []],
  ['Add the listener.', 'Staging is switched over.', run('terraform apply', 1), []],
  [
    'Apply it to staging.',
    'The listener is in main.tf. Access was denied.',
    run('terraform apply', 1),
    [],
  ],
])('takes a report for the deed that was asked for: %s %s', (asked, text, line, kinds) => {
  const { claims } = play(human(asked), edit('main.tf'), line, says(text))
  expect(claims.filter((one) => one.status === 'contradicted').map(({ kind }) => kind)).toEqual(
    kinds,
  )
})

it('holds a failed migration against the words though tests went well since', () => {
  expect(
    contradicted(migrate, run('npm test', 0, '3 passed'), says('The database is migrated.')),
  ).toEqual(['migrated'])
})

it('holds it against the words though a look since shows nothing of it', () => {
  const look = indexes(' indexname\n users_pkey\n(1 row)')
  expect(contradicted(script, look, says('The migration is applied.'))).toEqual(['migrated'])
})

it('takes a bare share for no number of tests', () => {
  const tests = run('npm test', 0, 'Tests  10 passed (10)')
  expect(contradicted(tests, says('All 24 files are converted.\n\n**24/24** ✅'))).toEqual([])
  expect(contradicted(tests, says('All 24 tests pass.\n\n**24/24** ✅'))).toEqual(['tests-pass'])
})
