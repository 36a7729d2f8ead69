import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const bundles = [
  ...readdirSync('dist/hook')
    .filter((file) => /\.[cm]js$/.test(file) && file !== 'team.cjs')
    .map((file) => `hook/${file}`),
  'cli/bin.cjs',
]

it.each(bundles)('has nothing of a team in %s', (file) => {
  expect(readFileSync(path.join('dist', file), 'utf8')).not.toMatch(
    /["'`](?:pg|pg-boss|prom-client)["'`]|pg_advisory|api\/team/,
  )
})

it('loads the packages of a team in no more than the three files that name them', () => {
  const named = /load\(['"](?:pg|pg-boss|prom-client)['"]\)/
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  )
  const loading = files.filter((file) => named.test(readFileSync(path.join('src', file), 'utf8')))
  expect(loading.sort()).toEqual([
    'queue/pg-boss-library.ts',
    'server/team/prom-client-library.ts',
    'store/postgres/pg-library.ts',
  ])
  const imported = /from ['"](?:pg|pg-boss|prom-client)['"]/
  expect(
    files.filter((file) => imported.test(readFileSync(path.join('src', file), 'utf8'))),
  ).toEqual([])
})
