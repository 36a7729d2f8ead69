import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { detectChecks } from './detect.js'

function found(files: Record<string, string>): string[] {
  const root = mkdtempSync(path.join(tmpdir(), 'reflect-detect-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return detectChecks(root).map(
    ({ name, command, from }) => `${name}: ${command.join(' ')} (${from})`,
  )
}

const scripts = (all: object) => JSON.stringify({ scripts: all })

it.each<[string, Record<string, string>, string[]]>([
  ['nothing', {}, []],
  [
    'a package',
    { 'package.json': scripts({ test: 'vitest', lint: 'eslint .', start: 'node .' }) },
    ['test: npm test (package.json)', 'lint: npm run lint (package.json)'],
  ],
  [
    'a package of pnpm',
    { 'package.json': scripts({ test: 'vitest' }), 'pnpm-lock.yaml': '' },
    ['test: pnpm test (package.json)'],
  ],
  [
    'a package without tests',
    { 'package.json': scripts({ test: 'echo "Error: no test specified" && exit 1' }) },
    [],
  ],
  ['a broken package', { 'package.json': '{' }, []],
  [
    'a Makefile',
    { Makefile: 'CC := gcc\nbuild: a.c\n\tcc a.c\ntest: build\n\t./run\nlint:\n' },
    ['test: make test (Makefile)', 'lint: make lint (Makefile)'],
  ],
  [
    'a package that a Makefile calls',
    { 'package.json': scripts({ test: 'x' }), Makefile: 'test:\n\tnpm test\ncheck: test\n' },
    ['test: npm test (package.json)', 'check: make check (Makefile)'],
  ],
  [
    'a justfile',
    { justfile: 'set shell := ["bash"]\n@test args="":\n  cargo test\n' },
    ['test: just test (justfile)'],
  ],
  [
    'pyproject with uv',
    {
      'pyproject.toml': '[dependency-groups]\ndev = ["pytest>=8", "ruff"]\n[tool.mypy]\n',
      'uv.lock': '',
    },
    [
      'test: uv run pytest (pyproject.toml)',
      'lint: uv run ruff check (pyproject.toml)',
      'typecheck: uv run mypy . (pyproject.toml)',
    ],
  ],
  ['tox', { 'tox.ini': '[tox]\n' }, ['test: tox (tox.ini)']],
  ['Cargo', { 'Cargo.toml': '[package]\n' }, ['test: cargo test (Cargo.toml)']],
  [
    'Go',
    { 'go.mod': 'module x\n' },
    ['test: go test ./... (go.mod)', 'vet: go vet ./... (go.mod)'],
  ],
  ['Gradle', { 'build.gradle.kts': '', gradlew: '' }, ['test: ./gradlew test (build.gradle.kts)']],
  [
    'composer',
    { 'composer.json': JSON.stringify({ 'require-dev': { 'phpunit/phpunit': '^11' } }) },
    ['test: vendor/bin/phpunit (composer.json)'],
  ],
  [
    'composer with scripts',
    { 'composer.json': scripts({ test: 'phpunit' }) },
    ['test: composer run-script test (composer.json)'],
  ],
])('finds what %s proposes', (_title, files, expected) => {
  expect(found(files)).toEqual(expected)
})
