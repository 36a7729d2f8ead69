/**
 * Tests of languages without a table of their own (C++, Swift, Elixir, bats and the like): by the line that
 * declares each, and the lines that stand deeper below it.
 */
import { longPattern } from '../../../util/long-pattern.js'

export interface OtherTest {
  /** As a runner takes it: without what turns it off. */
  name: string
  body: string
  /** The words that keep it from running, or let it fail; null when it counts. */
  skip: string | null
}

const MAX_TESTS = 1000
const MAX_LINES = 20_000
const MAX_LINE = 400
const MAX_BODY = 400
const MAX_MARKS = 4

export function otherTestsIn(text: string | null): OtherTest[] {
  const lines = (text ?? '').split('\n', MAX_LINES).map((line) => line.slice(0, MAX_LINE))
  const found: OtherTest[] = []
  for (const [at, line] of lines.entries()) {
    const declared = COMMENT.test(line) ? undefined : DECLARES.exec(line)?.slice(1).find(Boolean)
    if (declared === undefined || found.length === MAX_TESTS) continue
    const name = declared.replace(TURNED_OFF, '')
    const marks = marksBefore(lines, at)
    const body = bodyBelow(lines, at)
    found.push({
      name,
      body: body.map((one) => one.trim()).join('\n'),
      skip: name === declared ? skipIn([...marks, line, ...body], marks.length) : declared,
    })
  }
  return found
}

const COMMENT = /^\s*(?:\/\/|\/\*|\*|#(?!\[|\s*if\b)|--|%|;)/

const DECLARES = longPattern()`
    ^\s*(?:TYPED_)?TEST(?:_[A-Z]+)?\s?\(\s?\w+\s?,\s?(\w+)\s?\)
    |^\s*(?:TEST_CASE(?:_METHOD)?|SCENARIO)\s?\([^"\n]{0,80}"([^"\n]+)"|^\s*BOOST_\w*TEST_CASE\w*\s?\(\s?(\w+)
    |^\s*-\s?\(void\)\s?(\w*test\w+)|^\s*(?:static\s)?void\s(test_\w+)\s?\(
    |\bfunc\s((?:_|x_?|disabled_?|skip_?)?test\w+)\s?\(|@Test\b.{0,200}\bfunc\s(\w+)
    |^\s*x?(?:@test|test|property|it|specify|testWidgets|subtest|test_that|@testset)(?:\s|\()\s?["']([^"'\n]+)["']
    |^\s*\(deftest\s([\w-]+)|^(?:function\s)?(test\w+)\s?\(\)\s?\{`

/** Names that no runner takes, or takes and leaves out. */
const TURNED_OFF = /^(?:DISABLED_|_+(?=test)|x_?(?=test)|disabled_?(?=test)|skip_?(?=test))/i

/** Attributes and tags right above a declaration, and what keeps it from being built. */
function marksBefore(lines: readonly string[], at: number): string[] {
  let from = at
  while (from > 0 && at - from < MAX_MARKS && MARK.test(lines[from - 1]!)) from -= 1
  return lines.slice(from, at)
}

const MARK = /^\s*(?:@(?!test\b)\w|#\s*if\s|\[\[?\w)/

/** Lines that stand deeper; directives of a preprocessor stand anywhere. */
function bodyBelow(lines: readonly string[], at: number): string[] {
  const depth = indentOf(lines[at]!)
  const body: string[] = []
  for (const line of lines.slice(at + 1, at + 1 + MAX_BODY)) {
    const isDeeper = line.trim() === '' || indentOf(line) > depth || /^\s*(?:\{\s*$|#)/.test(line)
    if (!isDeeper) break
    body.push(line)
  }
  return body
}

const indentOf = (line: string): number => line.search(/\S|$/)

/** `head`: where the declaring line stands. What hangs on a condition keeps nothing from running by itself. */
function skipIn(lines: readonly string[], head: number): string | null {
  let above = ''
  for (const [at, line] of lines.entries()) {
    if (COMMENT.test(line)) continue
    const hit = (at <= head ? SKIP_MARK : SKIP_CALL).exec(line)
    if (hit !== null && !CONDITION.test(line) && !CONDITION.test(above)) return line.trim()
    if (line.trim() !== '') above = line
  }
  return null
}

const CONDITION =
  /(?<![\w:])(?:if|unless|guard|when|else|case|cond|switch)\b(?!\s+(?:0|false)\b)|&&|\|\||#\s*if(?!\s+(?:0|false)\b)/
const SKIP_MARK = longPattern()`
    "[^"\n]{0,200}\[(?:\.\w*|!mayfail|!shouldfail|!hide)\]|\bdoctest::(?:skip|may_fail|should_fail)\b
    |\b(?:unit_test|utf|ut)::(?:disabled|expected_failures)\b|@(?:module)?tag\s:?skip\b|\.disabled\(
    |\bskip:\s?(?:true\b|["'])|#\s*if\s+(?:0|false)\b|^\s*x(?:it|test|specify)\b`
const SKIP_CALL = longPattern()`
    \bGTEST_SKIP\s?\(|\bthrow\sXCTSkip\b|\bXCTSkipIf\(\s?true\b|\bXCTSkipUnless\(\s?false\b|\bXCTExpectFailure\b
    |\bwithKnownIssue\b|\bTEST_IGNORE\w*\s?\(|\bQ(?:SKIP|EXPECT_FAIL)\s?\(|^\s*SKIP\s?\(|@test_(?:skip|broken)\b
    |\berror\.SkipZigTest\b|\bplan\sskip_all\b|\bstartSkipping\b|^\s*(?:skip|pending|pendingWith)(?:\s*$|\s?\(|\s["'])
    |\bmarkTestSkipped\s?\(`
