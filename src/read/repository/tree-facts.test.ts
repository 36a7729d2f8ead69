import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { listedItems, listedNames } from '../demands/listed-names.js'
import { makeRepositoryFacts } from '../__fixtures__/repository-facts.js'
import { findAddedDependencies } from './added-dependencies.js'
import { findLeftNames } from './left-names.js'
import { findUnmadeNames } from './unmade-names.js'

type Files = Readonly<Record<string, string>>

/** A repository that has the first files, and then is changed to have the second. */
function changed(before: Files, after: Files) {
  const root = mkdtempSync(path.join(tmpdir(), 'reflectory-tree-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const write = (files: Files) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
      writeFileSync(path.join(root, file), text)
    }
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@e.invalid', ...args], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  write(before)
  git('init', '--quiet')
  git('add', '.')
  git('commit', '--quiet', '--allow-empty', '-m', 'start')
  write(after)
  return makeRepositoryFacts({
    root,
    base: git('rev-parse', 'HEAD'),
    filesChanged: Object.keys(after),
  })
}

it.each<[string, string, string, string, string[]]>([
  [
    'npm',
    'package.json',
    '{\n  "version": "1.0.0",\n  "dependencies": {\n    "a": "^1.0.0"\n  }\n}\n',
    '{\n  "version": "1.1.0",\n  "dependencies": {\n    "a": "^2.0.0",\n    "lodash": "^4.17.0"\n  }\n}\n',
    ['lodash'],
  ],
  [
    'pip',
    'requirements.txt',
    'flask==3.0.3\n',
    'flask==3.1.0\npython-dateutil==2.9\n',
    ['python-dateutil'],
  ],
  [
    'go',
    'go.mod',
    'module a.dev/b\n\ngo 1.22\n',
    'module a.dev/b\n\ngo 1.22\n\nrequire golang.org/x/sync v0.7.0\n',
    ['golang.org/x/sync'],
  ],
  [
    'cargo',
    'Cargo.toml',
    '[dependencies]\nserde = "1"\n',
    '[dependencies]\nserde = "1"\nmemchr = "2"\n',
    ['memchr'],
  ],
  ['another file', 'src/a.json', '{}\n', '{ "lodash": "^4" }\n', []],
])('an added dependency of %s', async (_, file, before, after, expected) => {
  expect(await findAddedDependencies(changed({ [file]: before }, { [file]: after }))).toEqual(
    expected,
  )
})

const LIMITER =
  '1. key by the X-Api-Key header\n2. the body is `rate_limited`\n3. send Retry-After\n4. a "Rate limiting" section in the README'

it.each<[string, Files, string[]]>([
  [
    'an item whose mark stands nowhere',
    { 'a.js': 'x-api-key rate_limited', 'README.md': '## Rate limiting' },
    ['Retry-After'],
  ],
  [
    'nothing where all are there',
    { 'a.js': 'x-api-key rate_limited retry-after', 'README.md': '## Rate limiting' },
    [],
  ],
  ['nothing where none was begun', { 'b.js': 'other' }, []],
])('of a list: %s', async (_, after, missing) => {
  const repository = changed({ 'a.js': '', 'README.md': '' }, after)
  const found = await findUnmadeNames([listedItems(LIMITER)], repository)
  expect(found.flatMap((one) => one.missing)).toEqual(missing)
})

it.each<[string, string[][]]>([
  ['Add Reverse, IsPalindrome and Capitalize.', [['Reverse', 'IsPalindrome', 'Capitalize']]],
  ['Queue needs Pop() (string, bool), FIFO.', []],
  ['Support JSON and YAML.', []],
  ['It takes `--json` and `--quiet`.', [['--json', '--quiet']]],
])('names that are listed in %s', (text, expected) => {
  expect(listedNames(text).filter((names) => names.length > 1)).toEqual(expected)
})

it('tells a use of a name that is the beginning of its new one', async () => {
  const repository = changed(
    { 'a.kt': 'class TrackRepo\n', 'b.kt': 'val repo: TrackRepo\n' },
    { 'a.kt': 'class TrackRepository\n' },
  )
  expect(await findLeftNames(['TrackRepo'], repository)).toEqual([
    { name: 'TrackRepo', places: ['b.kt:1'] },
  ])
})

it('does not miss a name that the change took away', async () => {
  const repository = changed({ 'README.md': 'use --retain\n' }, { 'README.md': 'use --keep\n' })
  expect(await findUnmadeNames([[['--retain'], ['--keep']]], repository)).toEqual([])
})
