import { expect, it } from 'vitest'
import type { FileChange } from './changes/file-change.js'
import { findRunChanges } from './find-run-changes.js'
import { findWeakened } from './find-weakened.js'

const found = (file: string, before: string, after: string | null): string[] => {
  const changes = [{ file, before, after }]
  return findIn(changes, false)
}

const findIn = (changes: FileChange[], namedRed: boolean): string[] =>
  findRunChanges(changes, {
    shapes: findWeakened(changes),
    files: changes.map((change) => change.file),
    namedRed,
  }).map(({ kind }) => kind)

const job = (lines: string): string =>
  `on: [push]\njobs:\n  unit:\n    steps:\n      - uses: actions/checkout@v4\n      - run: npm test\n${lines}`

it.each<[string, string, string, string | null]>([
  [
    'a job that nothing waits for',
    'ci.yml',
    'jobs:\n  test:\n    needs: build\n    script: npm test\n',
    'jobs:\n  test:\n    script: npm test\n',
  ],
  [
    'another shell',
    '.github/workflows/ci.yml',
    job('        shell: bash -e {0}\n'),
    job('        shell: bash {0}\n'),
  ],
  [
    'a job that some events start no more',
    '.gitlab-ci.yml',
    'unit:\n  script:\n    - pytest\n',
    'unit:\n  except:\n    - merge_requests\n  script:\n    - pytest\n',
  ],
  [
    'what a target needs',
    'Makefile',
    'check: lint test\n\ntest:\n\tpytest\n',
    'check: lint\n\ntest:\n\tpytest\n',
  ],
  [
    'what coverage looks at',
    '.coveragerc',
    '[run]\nbranch = True\n',
    '[run]\nbranch = True\nomit =\n    app/legacy/*\n',
  ],
  [
    'warnings that were errors',
    'pytest.ini',
    '[pytest]\nfilterwarnings = error\n',
    '[pytest]\nfilterwarnings = ignore\n',
  ],
  [
    'a project of a runner',
    'jest.config.js',
    'module.exports = { projects: ["a", "b"] }',
    'module.exports = { projects: ["a"] }',
  ],
  [
    'a hook that runs on a condition',
    '.husky/pre-push',
    'npm test\n',
    'if [ "$CI" = true ]; then\n  npm test\nfi\n',
  ],
  [
    'a choice of tests that was none',
    'phpunit.xml',
    '<phpunit colors="true">\n</phpunit>\n',
    '<phpunit colors="true">\n  <groups><include>unit</include></groups>\n</phpunit>\n',
  ],
  [
    'a choice of projects',
    'playwright.config.ts',
    'export default {\n  testDir: "e2e",\n}\n',
    'export default {\n  testDir: "e2e",\n  grep: /@smoke/,\n}\n',
  ],
  [
    'what fails in a set-up file',
    'jest.setup.ts',
    "import 'jest-dom'\nconsole.error = fail\n",
    "import 'jest-dom'\n",
  ],
  [
    'a file of settings that is gone',
    'vitest.config.ts',
    'export default { test: { globals: true } }',
    null,
  ],
])('notes %s', (_, file, before, after) => {
  expect(found(file, before, after)).toEqual(['run_changed'])
})

it.each<[string, string, string, string]>([
  ['a comment', '.github/workflows/ci.yml', job(''), job('      # slow\n')],
  [
    'white space',
    'vitest.config.ts',
    'export default { test: { globals: true } }',
    'export default {\n  test: { globals: true },\n}\n',
  ],
  ['a version', '.github/workflows/ci.yml', job(''), job('').replace('@v4', '@v5')],
  ['a step more', '.github/workflows/ci.yml', job(''), job('      - run: npm run lint\n')],
  [
    'another order',
    'pytest.ini',
    '[pytest]\naddopts = -q\ntestpaths = tests\n',
    '[pytest]\ntestpaths = tests\naddopts = -q\n',
  ],
  [
    'a dependency',
    'package.json',
    '{"devDependencies": {"jest": "1", "a": "1"}}',
    '{"devDependencies": {"jest": "2"}}',
  ],
  [
    'what can not fail in a set-up file',
    'jest.setup.ts',
    "import 'jest-dom'\nglobal.origin = 'a'\n",
    "import 'jest-dom'\n",
  ],
  ['code', 'src/a.ts', 'const a = 1\n', 'const a = 2\n'],
])('notes nothing of %s', (_, file, before, after) => {
  expect(found(file, before, after)).toEqual([])
})

const hurried = {
  file: 'Rakefile',
  before: 'task default: %i[rubocop test]\n',
  after: 'task default: %i[rubocop]\n',
}
const source = (after: string): FileChange => ({
  file: 'src/sum.ts',
  before: 'export const sum = (a: number, b: number) => a - b // sums\n',
  after,
})

it.each<[string, FileChange[], boolean, string]>([
  ['alone', [hurried], true, 'command'],
  [
    'beside a comment',
    [hurried, source('export const sum = (a: number, b: number) => a - b // adds\n')],
    true,
    'command',
  ],
  [
    'beside other code',
    [hurried, source('export const sum = (a: number, b: number) => a + b // sums\n')],
    true,
    'run_changed',
  ],
  [
    'beside a file that is not read',
    [hurried, { file: 'src/sum.zig', before: 'a', after: 'b' }],
    true,
    'run_changed',
  ],
  ['alone, while no test failed by name', [hurried], false, 'run_changed'],
])('is what made named tests pass: a change %s', (_, changes, namedRed, kind) => {
  expect(findIn(changes, namedRed)).toEqual([kind])
})

it.each<[string, string, string, string]>([
  [
    'a DOM for the tests',
    'jest.config.js',
    "module.exports = { testEnvironment: 'node' }",
    "module.exports = { testEnvironment: 'jsdom' }",
  ],
  [
    'where code is found',
    'pytest.ini',
    '[pytest]\npythonpath = .\n',
    '[pytest]\npythonpath = src\n',
  ],
  [
    'a time zone',
    'package.json',
    '{"scripts": {"test": "jest"}}',
    '{"scripts": {"test": "TZ=UTC jest"}}',
  ],
  [
    'one after another',
    'package.json',
    '{"scripts": {"test": "jest --parallel"}}',
    '{"scripts": {"test": "jest --runInBand"}}',
  ],
])('lessens nothing, and is no more than a note: %s', (_, file, before, after) => {
  expect(findIn([{ file, before, after }], true)).not.toContain('command')
})

it('reads a file of many lines to its end', () => {
  const jobs = (count: number, last: string): string =>
    `jobs:\n${Array.from({ length: count }, (_, n) => `  job-${n}:\n    script: npm test\n`).join('')}${last}`
  const before = jobs(1200, '    allow_failure: false\n')
  expect(findIn([{ file: '.gitlab-ci.yml', before, after: jobs(1200, '') }], true)).toEqual([])
})

it('reads long words in a moment', () => {
  const lines = `${'a'.repeat(590)} x\n`.repeat(600)
  expect(found('.github/workflows/ci.yml', `jobs:\n${lines}`, `jobs:\n${lines}b\n`)).toEqual([])
})

it.each([
  ['blanks', ' '.repeat(60_000)],
  ['brackets that never close', '{['.repeat(20_000)],
  ['comments', '# off\n'.repeat(20_000)],
  [
    'heads that lie deep',
    Array.from({ length: 2000 }, (_, n) => `${' '.repeat(n % 400)}k:\n`).join(''),
  ],
])('reads a workflow of %s in a moment', (_, text) => {
  expect(found('.github/workflows/ci.yml', `jobs:\n${text}`, 'jobs:\n')).toEqual([])
})
