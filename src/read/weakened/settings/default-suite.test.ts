import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import { findWeakened } from '../find-weakened.js'

const suites = (attribute: string, ...names: string[]): string =>
  `<phpunit bootstrap="vendor/autoload.php"${attribute}>\n  <testsuites>\n${names
    .map(
      (name) => `    <testsuite name="${name}"><directory>tests/${name}</directory></testsuite>\n`,
    )
    .join('')}  </testsuites>\n</phpunit>\n`

const found = (before: string, after: string): string[] =>
  findWeakened([change('phpunit.xml.dist', before, after)]).map(
    ({ kind, names }) => `${kind} ${names.join(', ')}`,
  )

it.each([
  ['one is chosen', '', ' defaultTestSuite="core"'],
  ['fewer are chosen', ' defaultTestSuite="core,api"', ' defaultTestSuite="core"'],
])('a suite is left out of the usual run: %s', (_, before, after) => {
  expect(found(suites(before, 'core', 'api'), suites(after, 'core', 'api'))).toEqual([
    'excluded api',
  ])
})

it.each([
  [
    'all are chosen',
    suites('', 'core', 'api'),
    suites(' defaultTestSuite="core,api"', 'core', 'api'),
  ],
  ['the only one is', suites('', 'core'), suites(' defaultTestSuite="core"', 'core')],
  ['a new one is not', suites('', 'core'), suites(' defaultTestSuite="core"', 'core', 'load')],
])('no suite is left out where %s', (_, before, after) => {
  expect(found(before, after)).toEqual([])
})
