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
    /["'`]pg["'`]|pg_advisory|api\/team/,
  )
})
