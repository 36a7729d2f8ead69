/** What code says of its own checks: comments that silence them, and code that knows of tests. */
import { oneLine } from '../../util/one-line.js'
import { type FileChange, shape, type Shape } from './changes/file-change.js'
import { fileRole } from './changes/file-role.js'
import { languageOf } from './code/languages.js'
import { longPattern } from '../../util/long-pattern.js'
import { without } from '../../util/without.js'

export function compareSources(changes: readonly FileChange[]): Shape[] {
  return [...silenced(changes), ...underTest(changes), ...snapshots(changes), ...retried(changes)]
}

/** Comments and marks that switch a linter, a compiler or a measurement off for a place. */
const SILENCERS = longPattern('g')`
    eslint-disable(?:-next-line|-line)?|oxlint-disable|biome-ignore|tslint:disable
    |@ts-(?:ignore|nocheck|expect-error)|stylelint-disable|\bflow-disable|\$FlowFixMe
    |(?:istanbul|c8|v8) ignore|#[^\n#]{0,12}noqa|#\s*type:\s*ignore|#\s*pyright:\s*ignore
    |#\s*mypy:\s*ignore|pylint:\s*disable|#\s*nosec|pragma:\s*no cover|#\s*fmt:\s*off|//\s*nolint
    |#nosec|#!?\[allow\(|#!?\[cfg_attr\([^\n]*allow\(|@SuppressWarnings|@Suppress\b|@SuppressLint
    |NOSONAR|rubocop:disable|:nocov:|@phpstan-ignore|@psalm-suppress|phpcs:(?:disable|ignore)
    |@codeCoverageIgnore|#pragma warning disable|\[SuppressMessage|\[ExcludeFromCodeCoverage
    |shellcheck disable`

function silenced(changes: readonly FileChange[]): Shape[] {
  const code = changes.filter(({ file }) => languageOf(file) !== null)
  if (textAfter(code).search(SILENCERS) === -1) return []
  const more = code.map((change) => ({
    change,
    more: countOf(change.after, SILENCERS) - countOf(change.before, SILENCERS),
  }))
  // Over all files, so that moved code silences nothing anew.
  if (more.reduce((sum, one) => sum + one.more, 0) <= 0) return []
  return more
    .filter((one) => one.more > 0 && one.change.before !== null)
    .slice(0, 5)
    .flatMap(({ change }) => {
      const line = addedLines(change).find((one) => one.search(SILENCERS) !== -1 && !saysWhy(one))
      if (line === undefined) return []
      return [shape({ kind: 'suppressed', file: change.file, detail: oneLine(line.trim(), 140) })]
    })
}

/** "//nolint:gosec // the path is our own": who reads the code is told. */
function saysWhy(line: string): boolean {
  const mark = [...line.matchAll(SILENCERS)].at(-1)
  const rest = line.slice((mark?.index ?? 0) + (mark?.[0].length ?? 0)).replace(/^[^\s)]*\)?/, '')
  return (rest.match(/\p{L}{3,}/gu) ?? []).length >= 2
}

/** Code of the product that asks whether it is being tested. */
const ASKS_FOR_TESTS = longPattern('i')`
    NODE_ENV\W{0,6}={2,3}\s*['"\x60]test|['"\x60]test['"\x60]\s*={2,3}\s*process\.env
    |process\.env\.(?:VITEST|JEST_WORKER_ID|MOCHA|TEST\b|CI\b)
    |import\.meta\.(?:vitest|env\.(?:TEST|MODE\s*={2,3}\s*['"]test))
    |typeof (?:jest|vi|describe|it)\b|PYTEST_CURRENT_TEST
    |['"](?:pytest|unittest|_pytest|nose)['"]\s+in\s+sys\.modules
    |sys\.modules\.get\(['"](?:pytest|unittest)|sys\._called_from_test|flag\.Lookup\("test\.
    |testing\.Testing\(\)|strings\.HasSuffix\(os\.Args\[0\],\s*"\.test"|cfg!\(test\)
    |#\[cfg\(not\(test\)\)\]|RUST_TEST|Rails\.env\.test\?
    |(?:RAILS|RACK|APP)_ENV['"\])]{0,3}\s*={2,3}\s*['"]test|defined\?\((?:RSpec|Minitest)
    |defined\(['"]PHPUNIT|class_exists\([^)]*PHPUnit|runningUnitTests\(\)
    |environment\(['"]testing['"]\)|APP_ENV[^\n]{0,20}['"]test(?:ing)?['"]
    |(?:getStackTrace\(\)|java\.class\.path)[^\n]*(?:junit|testng)|Class\.forName\("org\.junit|UnitTestDetector
    |FullName\.StartsWith\("(?:xunit|nunit|Microsoft\.VisualStudio\.TestPlatform)
    |IsRunningFromTest|__TEST__|\bunder_?test\b|\bisTestEnv\w*|\bin_?test_?mode\b|\bTEST_MODE\b`

/** One of them is in each form of `ASKS_FOR_TESTS`, which takes a millisecond to make. */
const TEST_WORDS = ['test', 'unit', 'process.env', 'typeof ', 'nose', 'rspec']

function asksForTests(text: string): boolean {
  const lower = text.toLowerCase()
  return TEST_WORDS.some((word) => lower.includes(word)) && ASKS_FOR_TESTS.test(text)
}

/** Most changes have nothing of a kind, which one look at the whole of them tells. */
const textAfter = (changes: readonly FileChange[]): string =>
  changes.map(({ after }) => after ?? '').join('\n')

function underTest(changes: readonly FileChange[]): Shape[] {
  const source = changes.filter(({ file }) => fileRole(file) === 'source')
  if (!asksForTests(textAfter(source))) return []
  return source.flatMap((change) => {
    if (linesOf(change.after) <= linesOf(change.before)) return []
    const line = addedLines(change).find((one) => ASKS_FOR_TESTS.test(one))
    if (line === undefined) return []
    return [shape({ kind: 'under_test', file: change.file, detail: oneLine(line.trim(), 140) })]
  })
}

function snapshots(changes: readonly FileChange[]): Shape[] {
  return changes
    .filter(({ file, before }) => before !== null && fileRole(file) === 'snapshot')
    .slice(0, 10)
    .map(({ file, after }) =>
      shape({ kind: 'snapshot', file, detail: after === null ? 'removed' : 'rewritten' }),
    )
}

const RETRIES = longPattern('g')`
    \bretr(?:y|ies)(?:Times)?\b["']?\s*[:=(]\s*[1-9]|--reruns[= ]\d|@(?:pytest\.mark\.)?flaky\b
    |jest\.retryTimes|rerunFailingTestsCount|@RetryingTest|\bretries\s*=\s*[1-9]|RSpec::Retry
    |\[Retry\(`

function retried(changes: readonly FileChange[]): Shape[] {
  return changes.flatMap((change) => {
    const role = fileRole(change.file)
    if (role === null || role === 'source' || role === 'snapshot' || change.before === null)
      return []
    if (countOf(change.after, RETRIES) <= countOf(change.before, RETRIES)) return []
    const line = addedLines(change).find((one) => one.search(RETRIES) !== -1) ?? ''
    return [shape({ kind: 'retried', file: change.file, detail: oneLine(line.trim(), 140) })]
  })
}

const countOf = (text: string | null, pattern: RegExp): number => text?.match(pattern)?.length ?? 0

const linesOf = (text: string | null): number =>
  text?.split('\n').filter((line) => ASKS_FOR_TESTS.test(line)).length ?? 0

/** Lines that were not there before, wherever they stand. */
export const addedLines = ({ before, after }: FileChange): string[] =>
  without((after ?? '').split('\n'), (before ?? '').split('\n'), (line) => line.trim())
