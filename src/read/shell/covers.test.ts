import { describe, expect, it } from 'vitest'
import { commandKind } from './command-kind.js'
import { covers } from './covers.js'
import type { Check } from './covers.js'

const check = (key: string, rest: Partial<Check> = {}): Check => ({
  kind: commandKind(key.split(' ')).kind,
  key,
  ...rest,
})

describe('covers', () => {
  it.each<[string, string, boolean]>([
    ['npm test', 'npm test', true],
    ['go test ./...', 'go test ./pkg/a', true],
    ['go test ./pkg/a', 'go test ./...', false],
    ['go test ./pkg', 'go test ./pkg/a', true],
    ['go test ./...', 'go build ./...', true],
    ['go test -run TestA ./...', 'go test ./...', false],
    ['go build ./...', 'go test ./...', false],
    ['pytest', 'pytest tests/test_a.py', true],
    ['pytest tests/test_a.py', 'pytest tests/test_a.py::test_x', true],
    ['pytest tests/test_a.py::test_x', 'pytest tests/test_a.py', false],
    ['pytest -k login', 'pytest', false],
    ['cargo test', 'cargo test -p core', true],
    ['cargo test -p core', 'cargo test', false],
    ['cargo test', 'cargo build', true],
    ['npm test', 'npm run test:unit', true],
    ['npm run test:unit', 'npm test', false],
    ['npm run lint', 'npm test', false],
    ['npm test', 'npx jest src/a.test.ts'.replace('npx ', ''), true],
    ['jest', 'pytest', false],
    ['npm run build', 'tsc --noEmit', true],
    ['eslint .', 'eslint src/a.ts', true],
    ['eslint src/a.ts', 'eslint src/b.ts', false],
    ['make lint', 'golangci-lint run', true],
    ['mise run test', 'go test ./cmd', true],
  ])('%s shows what %s showed: %s', (wide, narrow, expected) => {
    expect(covers(check(wide), check(narrow))).toBe(expected)
  })

  it.each<[string | undefined, string | undefined, boolean]>([
    [undefined, 'packages/a', true],
    ['packages/a', undefined, false],
    ['packages/a', 'packages/a', true],
    ['packages/b', 'packages/a', false],
  ])('a run in %s shows one in %s: %s', (wide, narrow, expected) => {
    expect(covers(check('npm test', { folder: wide }), check('npm test', { folder: narrow }))).toBe(
      expected,
    )
  })

  it('a run of the very tests that failed shows them', () => {
    const red = check('pytest', {
      failing: ['tests/test_a.py › test_x'],
      counts: { passed: 3, failed: 1, skipped: 0 },
    })
    expect(covers(check('pytest tests/test_a.py'), red)).toBe(true)
    expect(covers(check('pytest tests/test_b.py'), red)).toBe(false)
    expect(covers(check('pytest -k test_x'), red)).toBe(true)
    const more = { ...red, counts: { passed: 1, failed: 3, skipped: 0 } }
    expect(covers(check('pytest tests/test_a.py'), more)).toBe(false)
  })

  it('expands the tasks that a project names', () => {
    const tasks = (program: string, task: string): string | null =>
      new Map([
        ['npm:test', 'jest --runInBand'],
        ['npm:unit', 'vitest run src'],
      ]).get(`${program}:${task}`) ?? null
    expect(covers(check('npm test'), check('jest src/a.test.ts'), tasks)).toBe(true)
    expect(covers(check('npm test'), check('vitest run src/a.test.ts'), tasks)).toBe(false)
    expect(
      covers({ ...check('npm test'), key: 'npm run unit' }, check('vitest run src/a'), tasks),
    ).toBe(true)
  })
})
