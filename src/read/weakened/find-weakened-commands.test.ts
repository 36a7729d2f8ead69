import { describe, expect, it } from 'vitest'
import { change } from './__fixtures__/changes.js'
import type { FileChange } from './changes/file-change.js'
import { findWeakened } from './find-weakened.js'

const kinds = (...changes: FileChange[]): string[] => [
  ...new Set(findWeakened(changes).map(({ kind }) => kind)),
]

describe('commands', () => {
  const scripts = (test: string): string => JSON.stringify({ scripts: { test, build: 'tsc' } })
  const job = (lines: string): string => `jobs:\n  test:\n    steps:\n${lines}`

  it.each<[string, string, string, string, string[]]>([
    [
      'a script that does nothing',
      'package.json',
      scripts('vitest run'),
      scripts('exit 0'),
      ['command'],
    ],
    [
      'a script of any name that runs fewer tests',
      'build.sh',
      'set -e\ndotnet build\ndotnet test --no-build\n',
      'set -e\ndotnet build\ndotnet test --no-build --filter "Name!~rounds"\n',
      ['excluded'],
    ],
    [
      'a script of any name that asks for less coverage',
      'build.sh',
      'dotnet test -p:CollectCoverage=true -p:Threshold=80\n',
      'dotnet test -p:CollectCoverage=true -p:Threshold=40\n',
      ['threshold'],
    ],
    [
      'a part of the tests, where coverage is measured as well',
      'package.json',
      scripts('jest --coverage'),
      scripts('jest --coverage -t total'),
      ['excluded'],
    ],
    [
      'a script that says so',
      'package.json',
      scripts('vitest run'),
      scripts('echo ok'),
      ['command'],
    ],
    [
      'an end that is thrown away',
      'package.json',
      scripts('vitest run'),
      scripts('vitest run || true'),
      ['command'],
    ],
    ['another end', 'package.json', scripts('jest'), scripts('jest; exit 0'), ['command']],
    [
      'no tests are enough',
      'package.json',
      scripts('jest'),
      scripts('jest --passWithNoTests'),
      ['command'],
    ],
    [
      'a script on less',
      'package.json',
      scripts('jest'),
      scripts('jest --testPathIgnorePatterns a'),
      ['excluded'],
    ],
    [
      'a script that is gone',
      'package.json',
      scripts('vitest run'),
      '{"scripts": {"build": "tsc"}}',
      ['command'],
    ],
    ['another runner', 'package.json', scripts('jest'), scripts('vitest run'), []],
    [
      'a first test',
      'package.json',
      scripts('echo "no test" && exit 1'),
      scripts('vitest run --passWithNoTests'),
      [],
    ],
    [
      'more in a script',
      'package.json',
      scripts('vitest run'),
      scripts('vitest run && tsc --noEmit'),
      [],
    ],
    [
      'a recipe whose failure counts for nothing',
      'Makefile',
      'test:\n\tgo test ./...\n',
      'test:\n\t-go test ./...\n',
      ['command'],
    ],
    [
      'a recipe that does nothing',
      'Makefile',
      'test:\n\tgo test ./...\n',
      'test:\n\t@true\n',
      ['command'],
    ],
    [
      'a recipe as it was',
      'Makefile',
      'test:\n\tgo test ./...\n',
      'test: build\n\tgo test ./...\n',
      [],
    ],
    [
      'a job that may fail',
      '.github/workflows/ci.yml',
      job('      - run: npm test\n'),
      job('      - run: npm test\n        continue-on-error: true\n'),
      ['command'],
    ],
    [
      'a job that never runs',
      '.github/workflows/ci.yml',
      job('      - run: npm test\n'),
      job('      - run: npm test\n        if: false\n'),
      ['command'],
    ],
    [
      'a step that is gone',
      '.github/workflows/ci.yml',
      job('      - run: npm ci\n      - run: npm test\n'),
      job('      - run: npm ci\n'),
      ['command'],
    ],
    [
      'a step that is commented out',
      '.github/workflows/ci.yml',
      job('      - run: npm test\n'),
      job('      # - run: npm test\n'),
      ['command'],
    ],
    [
      'a step in another place',
      '.github/workflows/ci.yml',
      job('      - run: npm test\n      - run: npm run build\n'),
      job('      - run: npm run build\n      - run: npm test\n'),
      [],
    ],
    [
      'a hook that ends first',
      '.husky/pre-commit',
      'npm test\n',
      'exit 0\nnpm test\n',
      ['command'],
    ],
    ['a hook that is empty', '.husky/pre-commit', 'npm test\n', '', ['command']],
  ])('%s', (_title, file, before, after, expected) => {
    expect(kinds(change(file, before, after))).toEqual(expected)
  })

  it('that run in another job now were moved', () => {
    const old = change('.travis.yml', 'script:\n  - npm test\n', null)
    const now = change('.github/workflows/ci.yml', null, job('      - run: npm test\n'))
    expect(kinds(old, now)).toEqual([])
  })
})

describe('what a check is told to take', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'a part of the folder',
      'pytest.ini',
      '[pytest]\ntestpaths = tests\n',
      '[pytest]\ntestpaths = tests/unit\n',
      ['excluded'],
    ],
    [
      'another folder',
      'pytest.ini',
      '[pytest]\ntestpaths = tests\n',
      '[pytest]\ntestpaths = checks\n',
      [],
    ],
    [
      'more folders',
      'pytest.ini',
      '[pytest]\ntestpaths = tests\n',
      '[pytest]\ntestpaths = tests docs\n',
      [],
    ],
    [
      'a part of the pattern',
      'jest.config.js',
      "module.exports = { testMatch: ['test/**/*.js'] }",
      "module.exports = { testMatch: ['test/unit/**/*.js'] }",
      ['excluded'],
    ],
    [
      'a linter that is off',
      '.golangci.yml',
      'linters:\n  enable:\n    - errcheck\n    - govet\n',
      'linters:\n  enable:\n    - govet\n  disable:\n    - errcheck\n',
      ['rules'],
    ],
    [
      'a linter more',
      '.golangci.yml',
      'linters:\n  enable:\n    - govet\n',
      'linters:\n  enable:\n    - errcheck\n    - govet\n',
      [],
    ],
    [
      'a probe that may fail',
      'smoke-test.sh',
      'set -e\ncurl --fail $BASE\n',
      'set -e\ncurl $BASE || true\n',
      ['command'],
    ],
    [
      'a script that goes on',
      'scripts/check.sh',
      'set -euo pipefail\n./a\n./b\n',
      './a\n./b\n',
      ['command'],
    ],
    [
      'a pipe whose first command may fail',
      'scripts/check.sh',
      'set -e\nset -o pipefail\n./a | tee log\n',
      'set -e\n./a | tee log\n',
      ['command'],
    ],
    [
      'a script that is left with a good end',
      'scripts/check.sh',
      './a\n./b\n',
      "trap 'exit 0' EXIT\n./a\n./b\n",
      ['command'],
    ],
    [
      'recipes whose failures do not count',
      'Makefile',
      'test:\n\tpytest\n',
      '.IGNORE:\ntest:\n\tpytest\n',
      ['command'],
    ],
    [
      'a probe more',
      'smoke-test.sh',
      'set -e\ncurl --fail $BASE\n',
      'set -e\ncurl --fail $BASE\ncurl --fail $BASE/b\n',
      [],
    ],
  ])('%s', (_title, file, before, after, expected) => {
    expect(kinds(change(file, before, after))).toEqual(expected)
  })
})

describe('scanners', () => {
  const job = (command: string): string =>
    `jobs:\n  scan:\n    steps:\n      - run: ${command}\n      - run: docker push app\n`

  it.each([
    ['an exit code that is always good', 'grype app --exit-code 1', 'grype app --exit-code 0'],
    ['an end that is thrown away', 'npm audit --omit=dev', 'npm audit --omit=dev || true'],
  ])('%s', (_title, before, after) => {
    expect(kinds(change('.github/workflows/r.yml', job(before), job(after)))).toEqual(['command'])
  })

  it.each([
    ['another image', 'trivy image --exit-code 1 app:1', 'trivy image --exit-code 1 app:2'],
    ['another scanner', 'pip-audit -r requirements.txt', 'osv-scanner --lockfile poetry.lock'],
  ])('%s is as good', (_title, before, after) => {
    expect(kinds(change('.github/workflows/r.yml', job(before), job(after)))).toEqual([])
  })
})

describe('settings', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'a lower threshold',
      'vitest.config.ts',
      'export default { coverage: { thresholds: { lines: 90 } } }',
      'export default { coverage: { thresholds: { lines: 60 } } }',
      ['threshold'],
    ],
    [
      'a higher threshold',
      'vitest.config.ts',
      'export default { coverage: { thresholds: { lines: 60 } } }',
      'export default { coverage: { thresholds: { lines: 90 } } }',
      [],
    ],
    [
      'no threshold',
      'jest.config.js',
      'module.exports = { coverageThreshold: { global: { branches: 80 } } }',
      'module.exports = {}',
      ['threshold'],
    ],
    [
      'less coverage in Python',
      'pyproject.toml',
      '[tool.coverage.report]\nfail_under = 85\n',
      '[tool.coverage.report]\nfail_under = 40\n',
      ['threshold'],
    ],
    [
      'tests left out',
      'vitest.config.ts',
      "export default { test: { exclude: ['dist/**'] } }",
      "export default { test: { exclude: ['dist/**', 'src/sum.test.ts'] } }",
      ['excluded'],
    ],
    [
      'paths left out',
      'jest.config.js',
      'module.exports = { testPathIgnorePatterns: [] }',
      "module.exports = { testPathIgnorePatterns: ['/slow/'] }",
      ['excluded'],
    ],
    [
      'a greater drop borne',
      'codecov.yml',
      'coverage:\n  status:\n    project:\n      default:\n        threshold: 1%\n',
      'coverage:\n  status:\n    project:\n      default:\n        threshold: 20%\n',
      ['threshold'],
    ],
    [
      'a smaller drop borne',
      'codecov.yml',
      'coverage:\n  status:\n    project:\n      default:\n        threshold: 20%\n',
      'coverage:\n  status:\n    project:\n      default:\n        threshold: 1%\n',
      [],
    ],
    [
      'more findings in a baseline',
      'phpstan-baseline.neon',
      'parameters:\n  ignoreErrors:\n    -\n      count: 1\n      path: a.php\n',
      'parameters:\n  ignoreErrors:\n    -\n      count: 1\n      path: a.php\n    -\n      count: 2\n      path: b.php\n',
      ['suppressed'],
    ],
    [
      'more findings to be done later',
      '.rubocop_todo.yml',
      'Style/A:\n  Exclude:\n    - a.rb\n',
      'Style/A:\n  Exclude:\n    - a.rb\n    - b.rb\n',
      ['suppressed'],
    ],
    [
      'fewer findings in a baseline',
      'detekt-baseline.xml',
      '<SmellBaseline>\n<ID>A</ID>\n<ID>B</ID>\n</SmellBaseline>\n',
      '<SmellBaseline>\n<ID>A</ID>\n</SmellBaseline>\n',
      [],
    ],
    [
      'tests deselected',
      'pytest.ini',
      '[pytest]\naddopts = -q\n',
      '[pytest]\naddopts = -q --deselect tests/test_a.py::test_b\n',
      ['excluded'],
    ],
    [
      'files that are not collected',
      'tests/conftest.py',
      'import pytest\n',
      'import pytest\ncollect_ignore = ["test_sum.py"]\n',
      ['excluded', 'stand_in'],
    ],
    [
      'failures ignored',
      'build.gradle',
      'test { useJUnitPlatform() }',
      'test { useJUnitPlatform()\n ignoreFailures = true }',
      ['command'],
    ],
    [
      'strict off',
      'tsconfig.json',
      '{"compilerOptions": {"strict": true}}',
      '{"compilerOptions": {"strict": false}}',
      ['rules'],
    ],
    [
      'strict no longer asked for',
      'tsconfig.json',
      '{"compilerOptions": {"strict": true, "module": "nodenext"}}',
      '{"compilerOptions": {"module": "nodenext"}}',
      ['rules'],
    ],
    [
      'strict that is meant by another key',
      'tsconfig.json',
      '{"compilerOptions": {"noImplicitAny": true, "noUnusedLocals": true}}',
      '{"compilerOptions": {"noImplicitAny": true}}',
      ['rules'],
    ],
    [
      'a rule off',
      'eslint.config.js',
      "export default [{ rules: { eqeqeq: 'error' } }]",
      "export default [{ rules: { eqeqeq: 'off' } }]",
      ['rules'],
    ],
    [
      'a rule on',
      'eslint.config.js',
      "export default [{ rules: { eqeqeq: 'off' } }]",
      "export default [{ rules: { eqeqeq: 'error' } }]",
      [],
    ],
    [
      'a new alias',
      'vitest.config.ts',
      'export default { test: { globals: true } }',
      "export default { test: { globals: true }, resolve: { alias: { '@': './src' } } }",
      [],
    ],
  ])('%s', (_title, file, before, after, expected) => {
    expect(kinds(change(file, before, after))).toEqual(expected)
  })
})

describe('sources', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'a silenced linter',
      'src/a.ts',
      'const a = 1\n',
      '// eslint-disable-next-line\nconst a = 1\n',
      ['suppressed'],
    ],
    ['a silenced compiler', 'src/a.py', 'a = f()\n', 'a = f()  # type: ignore\n', ['suppressed']],
    [
      'a silenced compiler, with the reason beside it',
      'src/a.py',
      'a = f()\n',
      'a = f()  # type: ignore  # the stubs of f are wrong\n',
      [],
    ],
    [
      'code that knows of tests',
      'src/a.ts',
      'run()\n',
      "if (process.env.NODE_ENV === 'test') skip()\nrun()\n",
      ['under_test'],
    ],
    [
      'code that knows of pytest',
      'a.py',
      'run()\n',
      'if "PYTEST_CURRENT_TEST" in os.environ:\n    fake()\nrun()\n',
      ['under_test'],
    ],
    [
      'a snapshot',
      'src/__snapshots__/a.test.ts.snap',
      'exports[`a`] = `1`',
      'exports[`a`] = `2`',
      ['snapshot'],
    ],
    ['ordinary code', 'src/a.ts', 'const a = 1\n', 'const a = 2\n', []],
  ])('%s', (_title, file, before, after, expected) => {
    expect(kinds(change(file, before, after))).toEqual(expected)
  })

  it('that were moved silence nothing anew', () => {
    const line = '// @ts-ignore\nrun()\n'
    expect(
      kinds(change('src/a.ts', line, ''), change('src/b.ts', 'x()\n', `x()\n${line}`)),
    ).toEqual([])
  })
})
