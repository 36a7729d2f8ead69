import { expect, it } from 'vitest'
import { findWeakened } from '../find-weakened.js'

const job = (run: string, shell = ''): string =>
  `jobs:\n  a:\n    steps:\n      - run: npm ci\n      - name: Test\n${shell}        run: ${run}\n`
const scripts = (test: string): string => JSON.stringify({ scripts: { test } })
const CI = '.github/workflows/ci.yml'

const found = (file: string, before: string, after: string): boolean =>
  findWeakened([{ file, before, after }]).some(
    ({ kind, isCommand }) => kind === 'command' && isCommand,
  )

it.each<[string, string, string]>([
  [CI, job('pytest -q'), job('pytest -q 2>&1 | tee report.txt')],
  ['package.json', scripts('vitest run'), scripts('vitest run | cat')],
  ['Makefile', 'test:\n\tgo test ./...\n', 'test:\n\tgo test ./... | tail -n 40\n'],
  [
    'azure-pipelines.yml',
    'steps:\n  - script: dotnet test\n',
    'steps:\n  - script: dotnet test | tee t.log\n',
  ],
])('finds a check whose end a reader decides: %s', (file, before, after) => {
  expect(found(file, before, after)).toBe(true)
})

it.each<[string, string, string]>([
  [CI, job('pytest -q'), job('pytest -q | tee report.txt', '        shell: bash\n')],
  [CI, job('pytest -q'), job('set -o pipefail; pytest -q | tee report.txt')],
  ['.circleci/config.yml', job('pytest -q'), job('pytest -q | tee report.txt')],
  [CI, job('go test -json ./...'), job('go test -json ./... | go-junit-report -set-exit-code')],
  [CI, job('pytest -q | tee a.txt'), job('pytest -q | tee b.txt')],
  ['package.json', scripts('vitest run'), scripts('cat seed.sql | psql && vitest run')],
])('leaves a pipe alone that fails with the check: %s', (file, before, after) => {
  expect(found(file, before, after)).toBe(false)
})

const later = (condition: string): string =>
  `jobs:\n  a:\n    steps:\n      - name: Test\n        id: unit\n        continue-on-error: true\n        run: dotnet test\n      - uses: actions/upload-artifact@v4\n      - if: ${condition}\n        run: exit 1\n`
const plain =
  'jobs:\n  a:\n    steps:\n      - name: Test\n        id: unit\n        run: dotnet test\n'

it.each<[string, boolean]>([
  ["steps.unit.outcome == 'failure'", false],
  ["steps.unit.outcome != 'success'", false],
  ["steps.build.outcome == 'failure'", true],
  ['github.ref == "main"', true],
])('finds a step that may fail unless a later one asks for it: %s', (condition, isFound) => {
  expect(found(CI, plain, later(condition))).toBe(isFound)
})
