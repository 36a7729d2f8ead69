import { expect, it } from 'vitest'
import { makeCommandRun } from '../../__fixtures__/command-run.js'
import { findChangedRed } from './changed-red-files.js'

const found = (file: string, [before, after]: [string, string], failing: string): string[] =>
  findChangedRed(
    [{ file, before, after }],
    [makeCommandRun({ kind: 'test', result: 'failed', failing: [failing] })],
  ).map(({ kind }) => kind)

it.each<[string, string, [string, string], string]>([
  [
    'C++',
    'tests/geo_test.cpp',
    ['TEST(Geo, BerlinToParis) { NEAR(8, 0.05); }', 'TEST(Geo, BerlinToParis) { NEAR(8, 50); }'],
    'Geo.BerlinToParis',
  ],
  [
    'Swift',
    'Tests/MeterTests/LevelTests.swift',
    [
      'func testFullScale() {\n  let a = sine()\n}\n',
      'func testFullScale() {\n  let a = [0.7]\n}\n',
    ],
    '-[MeterTests.LevelTests testFullScale]',
  ],
  [
    'Elixir',
    'test/money_test.exs',
    ['test "uses the rate of the day" do\n  assert rate() > 1\nend\n', ''],
    'convert/3 uses the rate of the day (MoneyTest)',
  ],
  [
    'bats',
    'test/backup.bats',
    [
      '@test "fails without a source" {\n  [ $status -eq 2 ]\n}\n',
      '@test "fails without a source" {\n  [ $status -ge 0 ]\n}\n',
    ],
    'fails without a source',
  ],
  [
    'Lua, by a skip alone',
    'spec/cart_spec.lua',
    [
      'it("adds two items", function()\n  check()\nend)\n',
      'it("adds two items", function()\n  pending("later")\n  check()\nend)\n',
    ],
    'spec/cart_spec.lua:3: cart adds two items',
  ],
])('notes that the file of a red test changed: %s', (_, file, texts, failing) => {
  expect(found(file, texts, failing)).toEqual(['expectations'])
})

const FAR = 'TEST(Geo, BerlinToParis) { NEAR(8, 0.05); }\n'

it.each<[string, string, [string, string]]>([
  ['another test', 'tests/geo_test.cpp', [FAR, `${FAR}TEST(Geo, Near) { NEAR(1, 0.05); }\n`]],
  ['another comment', 'tests/geo_test.cpp', [`// far\n${FAR}`, `// far away\n${FAR}`]],
  ['a test that was green', 'tests/geo_test.cpp', ['TEST(Geo, Far) { NEAR(8, 1); }\n', '']],
  ['code', 'src/geo.cpp', [FAR, '']],
  ['a file that a table reads', 'tests/geo_test.py', [FAR, '']],
])('notes nothing where the change is one of %s', (_, file, texts) => {
  expect(found(file, texts, 'Geo.BerlinToParis')).toEqual([])
})
