/** What an entry of a settings file is about: the nearest word around it decides. */
import type { Entry } from './read-entries.js'
import { keyOf, wordsOf } from './lenience.js'
import { longPattern } from '../../../util/long-pattern.js'
import { baseName } from '../../../util/base-name.js'

export type Topic = 'test' | 'coverage' | 'lint' | 'other'

export function topicOf({ text, under }: Entry, file: string): Topic | null {
  for (const line of [text, ...under]) {
    const { key, value } = keyOf(line)
    // An item alone is a value.
    if (line === text && value === '' && under.length > 0) continue
    const words = wordsOf(`${key} ${line === text && !isFlagged(value) ? '' : value}`)
    const found = TOPICS.find(([, pattern]) => pattern.test(words))
    if (found !== undefined) return found[0]
  }
  const name = baseName(file)
  return FILES.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

/** The value is a command. */
const isFlagged = (value: string): boolean => /["'\s]--?\w/.test(value)

const TOPICS: readonly (readonly [Topic, RegExp])[] = [
  [
    'coverage',
    /\b(?:coverage|cov|covered|omit|nyc|c8|istanbul|jacoco\w*|simplecov|codecov|tarpaulin|msi|mutation|infection|coverlet)\b/,
  ],
  [
    'lint',
    longPattern()`
      \b(?:\w*lint\w*|ruff|mypy|flake8|pylint|black|isort|rubocop|clippy|golangci|checkstyle|pmd|spotbugs|findbugs
      |detekt|ktlint|phpstan|psalm|phpcs|typecheck|tsc|pyright|biome|prettier|compiler options|bandit|pydocstyle
      |spotless|errorprone|javadoc|format\w*)\b`,
  ],
  [
    'other',
    longPattern()`
      \b(?:\w*dependenc\w*|deps|packages|publish\w*|deploy\w*|release|watch\w*|optimize|alias|resolve|transform\w*
      |assets|docs?|bench\w*|sdist|wheel|setuptools|hatch|poetry|bumpversion|package data|sourcemap|server|shade
      |license\w*|enforcer|jar|war|compiler|resources)\b`,
  ],
  [
    'test',
    longPattern()`
      \b(?:tests?|testing|testenv|testpaths|specs?|e2e|pytest|jest|vitest|mocha|mocharc|ava|karma|playwright|cypress
      |surefire|failsafe|testng|junit|nextest|rspec|minitest|phpunit|pest|behat|cucumber|testsuites?|smoke
      |autotests|doctests?|tox|nox|collect|conftest)\b`,
  ],
]

/** Names of files that are about one thing as a whole. */
const FILES: readonly (readonly [Topic, RegExp])[] = [
  [
    'coverage',
    /^(?:\.?codecov|\.nycrc|\.c8rc|\.coveragerc|\.simplecov|tarpaulin|infection|\.testcoverage)[\w.]*$/,
  ],
  [
    'lint',
    longPattern()`
      ^(?:tsconfig[\w.-]*
      |(?:\.stylelint|\.eslint|eslint\.config|\.rubocop|\.golangci|phpstan|psalm|phpcs|\.swiftlint|\.dialyzer).*
      |(?:jsconfig|tslint|biome|\.oxlintrc|\.flake8|\.?pylintrc|\.?mypy|\.?ruff|pyrightconfig|checkstyle|detekt
      |clippy|\.bandit|\.prettierignore|\.editorconfig|\.credo|\.clang-tidy|\.luacheckrc|analysis_options|\.lintr
      |\.hlint|\.shellcheckrc|\.hadolint|\.yamllint|\.perlcriticrc)\.?\w*)$`,
  ],
  [
    'test',
    longPattern()`
      ^(?:(?:vitest|jest|karma|playwright|cypress|mocha|ava|wdio|nightwatch|codecept)\.(?:config|conf|workspace).*
      |\.(?:mocha|jest|ava|tap)rc.*|\.?pytest\.ini|conftest\.py|\.rspec|phpunit.*|testng.*|xunit.*|nextest\.toml
      |junit-platform.*|cucumber\.\w+|behat\.\w+|codeception\.\w+|.*\.runsettings|(?:spec|rails|test)_helper\.rb)$`,
  ],
]
