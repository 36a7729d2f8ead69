import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import type { FileChange } from '../changes/file-change.js'
import { findWeakened } from '../find-weakened.js'

const found = (...changes: FileChange[]): string[] =>
  findWeakened(changes).map(
    ({ kind, names, conditional }) => `${kind}${conditional ? '?' : ''} ${names.join(', ')}`,
  )

const CPP = 'tests/lru_test.cc'
const SWIFT = 'Tests/ClockTests/AlarmTests.swift'
const ELIXIR = 'test/queue_test.exs'
const BATS = 'test/sync.bats'

const cpp = (head: string, ...body: string[]): string =>
  `${head} {\n  Lru c(2);\n${body.map((line) => `  ${line}\n`).join('')}  EXPECT_EQ(c.get(7), 49);\n}\n`
const swift = (body: string, marks = ''): string =>
  `final class AlarmTests: XCTestCase {\n${marks}    func testRingsOnce() throws {\n${body}    }\n}\n`
const RINGS = '        XCTAssertEqual(Alarm(at: 9).rings, 1)\n'
const elixir = (marks: string, body = ''): string =>
  `defmodule QueueTest do\n${marks}  test "pops in order" do\n${body}    assert Queue.pop([1, 2]) == 1\n  end\nend\n`
const bats = (...body: string[]): string =>
  `@test "keeps a copy" {\n${body.map((line) => `  ${line}\n`).join('')}  run ./sync a b\n  [ -f b/old ]\n}\n`

it.each<[string, string, string, string]>([
  ['googletest, by its name', CPP, cpp('TEST(Lru, Evicts)'), cpp('TEST(Lru, DISABLED_Evicts)')],
  ['googletest', CPP, cpp('TEST_F(Lru, Evicts)'), cpp('TEST_F(Lru, Evicts)', 'GTEST_SKIP();')],
  ['Catch2', CPP, cpp('TEST_CASE("evicts")'), cpp('TEST_CASE("evicts", "[lru][!mayfail]")')],
  ['doctest', CPP, cpp('TEST_CASE("evicts")'), cpp('TEST_CASE("evicts" * doctest::skip())')],
  ['a build', CPP, cpp('TEST(Lru, Evicts)'), `#if 0\n${cpp('TEST(Lru, Evicts)')}#endif\n`],
  ['XCTest', SWIFT, swift(RINGS), swift(`        throw XCTSkip("slow")\n${RINGS}`)],
  [
    'XCTest, where it may fail',
    SWIFT,
    swift(RINGS),
    swift(`        XCTExpectFailure("known")\n${RINGS}`),
  ],
  ['XCTest, by its name', SWIFT, swift(RINGS), swift(RINGS).replace('func test', 'func xtest')],
  ['ExUnit', ELIXIR, elixir(''), elixir('  @tag :skip\n')],
  ['bats', BATS, bats(), bats('skip "later"')],
  [
    'Dart',
    'test/sum_test.dart',
    "  test('adds two', () {\n    expect(sum(2, 3), 5);\n  });\n",
    "  test('adds two', skip: 'later', () {\n    expect(sum(2, 3), 5);\n  });\n",
  ],
])('a test is off in %s', (_, file, before, after) => {
  expect(found(change(file, before, after))).toEqual([expect.stringMatching(/^skipped\? \w/)])
})

it.each<[string, string, string, string]>([
  [
    'where a device is missing',
    CPP,
    cpp('TEST(Lru, Evicts)'),
    cpp('TEST(Lru, Evicts)', 'if (!gpu()) GTEST_SKIP();'),
  ],
  [
    'where a tool is missing',
    BATS,
    bats(),
    bats('if ! command -v rsync; then', '  skip "no rsync"', 'fi'),
  ],
  ['on an old system', SWIFT, swift(RINGS), swift(`        try XCTSkipIf(Host.isOld)\n${RINGS}`)],
  ['nowhere, and says so in a comment', ELIXIR, elixir(''), elixir('  # @tag :skip\n')],
  [
    'nowhere, and checks another value',
    CPP,
    cpp('TEST(Lru, Evicts)'),
    cpp('TEST(Lru, Evicts)', 'c.get(1);'),
  ],
])('a test is off %s: no finding', (_, file, before, after) => {
  expect(found(change(file, before, after))).toEqual([])
})

const TWO = `${cpp('TEST(Lru, Evicts)')}\nTEST(Lru, Grows) {\n  EXPECT_TRUE(resize(9).ok());\n}\n`

it('a test is found nowhere any more', () => {
  expect(found(change(CPP, TWO, cpp('TEST(Lru, Evicts)')))).toEqual(['replaced Grows'])
})

it('tests are gone in a rename', () => {
  const before = elixir('').replace(
    '\nend\n',
    '\n\n  test "empty" do\n    assert Queue.len([]) == 0\n  end\nend\n',
  )
  const after = elixir('').replaceAll('Queue', 'Line')
  const code = 'defmodule Queue do\n  def pop([a | _]), do: a\n  def len(a), do: length(a)\nend\n'
  expect(
    found(
      change(ELIXIR, before, null),
      change('test/line_test.exs', null, after),
      change('lib/queue.ex', code, null),
      change('lib/line.ex', null, code.replace('Queue', 'Line')),
    ),
  ).toEqual(['replaced empty'])
})

it.each<[string, FileChange[]]>([
  [
    'to another file',
    [
      change(CPP, TWO, cpp('TEST(Lru, Evicts)')),
      change(
        'tests/grow_test.cc',
        null,
        'TEST(Grow, Grows) {\n  EXPECT_TRUE(resize(9).ok());\n}\n',
      ),
    ],
  ],
  ['to another name', [change(CPP, TWO, TWO.replace('Lru, Grows', 'Lru, BecomesLarger'))]],
  [
    'with what it tested',
    [
      change(CPP, TWO, cpp('TEST(Lru, Evicts)')),
      change('src/lru.cc', 'Status resize(int n);\nint get(int k);\n', 'int get(int k);\n'),
    ],
  ],
])('a test went %s: no finding', (_, changes) => {
  expect(found(...changes)).toEqual([])
})
