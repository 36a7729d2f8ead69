import { expect, it } from 'vitest'
import { makeCommandRun } from '../../__fixtures__/command-run.js'
import { findRedCases } from './red-cases.js'

const found = (file: string, [before, after]: [string, string], failing: string): string[] =>
  findRedCases(
    [{ file, before, after }],
    [makeCommandRun({ kind: 'test', result: 'failed', failing: [failing] })],
    [],
  ).map(({ kind }) => kind)

const TABLES: Record<string, { file: string; table: (row: string) => string; failing: string }> = {
  Go: {
    file: 'port_test.go',
    table: (row) =>
      `func TestPort(t *testing.T) {\n\tcases := []struct{ name, in string; want int }{\n\t\t{"plain", "80", 80},\n\t\t${row}\n\t}\n\trun(t, cases)\n}\n`,
    failing: 'TestPort/with_blanks',
  },
  'JavaScript, over several lines': {
    file: 'test/port.test.ts',
    table: (row) =>
      `it.each([\n  { name: 'plain', text: '80', want: 80 },\n  ${row.replace('{', '{\n    name:').replaceAll(', ', ',\n    x: ')}\n])('reads a port $name', ({ text, want }) => {\n  expect(port(text)).toBe(want)\n})\n`,
    failing: 'port.test.ts > reads a port with blanks',
  },
  Python: {
    file: 'tests/test_port.py',
    table: (row) =>
      `PORTS = [\n    {"plain", "80", 80},\n    ${row}\n]\n\n\n@pytest.mark.parametrize("name, text, want", PORTS)\ndef test_port(name, text, want):\n    assert port(text) == want\n`,
    failing: 'tests/test_port.py::test_port[with blanks- 8443 -8443]',
  },
  PHP: {
    file: 'tests/PortTest.php',
    table: (row) =>
      `<?php\nclass PortTest extends TestCase {\n  public static function ports() {\n    return [\n      ["plain", "80", 80],\n      ${row.replace('{', '[').replace('}', ']')}\n    ];\n  }\n  #[DataProvider('ports')]\n  public function testPort($name, $text, $want) { $this->assertSame($want, port($text)); }\n}\n`,
    failing: 'PortTest::testPort with data set "with blanks" (" 8443 ", 8443)',
  },
  'C#': {
    file: 'tests/PortTests.cs',
    table: (row) =>
      `public class PortTests {\n  [Theory]\n  [InlineData("plain", "80", 80)]\n  ${row.replace('{', '[InlineData(').replace('},', ')]')}\n  public void Reads(string name, string text, int want) => Assert.Equal(want, Port.Of(text));\n}\n`,
    failing: 'PortTests.Reads(name: "with blanks", text: " 8443 ", want: 8443)',
  },
  Ruby: {
    file: 'spec/port_spec.rb',
    table: (row) =>
      `RSpec.describe Port do\n  [\n    {"plain", "80", 80},\n    ${row}\n  ].each do |name, text, want|\n    it("reads #{name}") { expect(Port.of(text)).to eq(want) }\n  end\nend\n`,
    failing: 'Port reads with blanks',
  },
}
const ROW = '{"with blanks", " 8443 ", 8443},'

it.each(Object.entries(TABLES))('finds a red row that is gone or changed: %s', (_, one) => {
  const { file, table, failing } = one
  const others = '{"high", "65535", 65535},'
  expect(found(file, [table(ROW), table(others)], failing)).toEqual(['deleted'])
  const another = ROW.replace('with blanks', 'of two').replace('8443}', '8443, "x"}')
  expect(found(file, [table(ROW), table(another)], failing)).toEqual(['deleted'])
  expect(found(file, [table(ROW), table(ROW.replace('8443}', '80}'))], failing)).toEqual([
    'expectations',
  ])
})

it('takes a row behind a comment for one that is gone', () => {
  const { file, table, failing } = TABLES['Go']!
  expect(found(file, [table(ROW), table(`// ${ROW}`)], failing)).toEqual(['deleted'])
})

it.each(Object.entries(TABLES))('leaves other rows and forms alone: %s', (_, one) => {
  const { file, table, failing } = one
  const both = table(`${ROW}\n    {"high", "65535", 65535},`)
  expect(found(file, [table(ROW), both], failing)).toEqual([])
  expect(found(file, [both, table(ROW)], failing)).toEqual([])
  expect(found(file, [table(ROW), table(`{  "with blanks", " 8443 ",  8443 },`)], failing)).toEqual(
    [],
  )
})

it.each(Object.entries(TABLES))('takes a row under another title for the same: %s', (_, one) => {
  const { file, table, failing } = one
  const retitled = table(ROW.replace('with blanks', 'between two blanks'))
  expect(found(file, [table(ROW), retitled], failing)).toEqual([])
})

it('finds a row again that went to a file of data', () => {
  const { file, table, failing } = TABLES['Python']!
  const changes = [
    { file, before: table(ROW), after: 'PORTS = load("ports.json")\n' },
    { file: 'tests/ports.json', before: null, after: '[["with blanks", " 8443 ", 8443]]' },
  ]
  const red = makeCommandRun({ kind: 'test', result: 'failed', failing: [failing] })
  expect(findRedCases(changes, [red], [])).toEqual([])
  expect(findRedCases(changes.slice(0, 1), [red], []).map(({ kind }) => kind)).toEqual(['deleted'])
})

it('takes the title of a test for no row', () => {
  const test = (name: string): string =>
    `it('${name}', () => {\n  expect(port(' 8443 ')).toBe(8443)\n})\n`
  const change: [string, string] = [test('reads blanks'), test('reads a port between blanks')]
  expect(found('test/port.test.ts', change, 'reads blanks')).toEqual([])
})
