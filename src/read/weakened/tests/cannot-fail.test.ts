import { expect, it } from 'vitest'
import { findWeakened } from '../find-weakened.js'

const js = (...lines: string[]): string => `it('adds', async () => {\n  ${lines.join('\n  ')}\n})\n`
const py = (...lines: string[]): string => `def test_adds():\n    ${lines.join('\n    ')}\n`
const java = (...lines: string[]): string =>
  `class SumTest {\n  @Test\n  void adds() {\n    ${lines.join('\n    ')}\n  }\n}\n`
const php = (...lines: string[]): string =>
  `<?php\nclass SumTest extends TestCase {\n  public function testAdds() {\n    ${lines.join('\n    ')}\n  }\n}\n`
const csharp = (...lines: string[]): string =>
  `class SumTests {\n  [Fact]\n  public void Adds() {\n    ${lines.join('\n    ')}\n  }\n}\n`
const ruby = (...lines: string[]): string => `  it 'adds' do\n    ${lines.join('\n    ')}\n  end\n`
const go = (...lines: string[]): string =>
  `func TestAdds(t *testing.T) {\n\t${lines.join('\n\t')}\n}\n`

const JS = 'test/sum.test.ts'
const PY = 'tests/test_sum.py'
const JAVA = 'src/test/java/SumTest.java'
const CS = 'tests/SumTests.cs'
const EXPECT = 'expect(add(2)).toBe(5)'
const ASSERT = 'assert add(2) == 5'
const EQUALS = 'assertEquals(5, add(2));'

const emptied = (file: string, before: string, after: string): string[] =>
  findWeakened([{ file, before, after }])
    .filter(({ kind, conditional }) => kind === 'emptied' && conditional)
    .map(({ detail }) => detail.split(' ')[0]!)

it.each<[string, string, string, string]>([
  [
    'Throwable, and is printed',
    JAVA,
    java(EQUALS),
    java('try {', EQUALS, '} catch (Throwable t) {', '  System.err.println("open: " + t);', '}'),
  ],
  [
    'AssertionError, and is logged twice',
    JAVA,
    java('tryAgain();', EQUALS),
    java(
      'tryAgain();',
      'try {',
      `  ${EQUALS}`,
      '} catch (AssertionError e) {',
      '  log.warn("no", e);',
      '  e.printStackTrace();',
      '}',
    ),
  ],
  [
    'BaseException, and is printed',
    PY,
    py(ASSERT),
    py('try:', `    ${ASSERT}`, 'except BaseException as e:', '    print(f"known: {e}")'),
  ],
  [
    'any error, and is logged',
    JS,
    js(EXPECT),
    js('try {', `  ${EXPECT}`, '} catch (error) {', '  logger.warn(error)', '}'),
  ],
  [
    '\\Throwable, and is echoed',
    'tests/SumTest.php',
    php('$this->assertSame(5, add(2));'),
    php('try {', '$this->assertSame(5, add(2));', '} catch (\\Throwable $e) {', 'echo $e;', '}'),
  ],
  [
    'Exception, and is written',
    CS,
    csharp('Assert.Equal(5, Add(2));'),
    csharp(
      'try',
      '{',
      'Assert.Equal(5, Add(2));',
      '}',
      'catch (Exception e)',
      '{',
      'Console.WriteLine(e);',
      '}',
    ),
  ],
  [
    'Exception, and is put out',
    'spec/sum_spec.rb',
    ruby('expect(add(2)).to eq(5)'),
    ruby('begin', '  expect(add(2)).to eq(5)', 'rescue Exception => e', '  puts e.message', 'end'),
  ],
])('an assertion is swallowed by a handler of %s', (_, file, before, after) => {
  expect(emptied(file, before, after)).toEqual(['swallows'])
})

it.each<[string, string, string, string]>([
  [
    'prints and throws on',
    JAVA,
    java(EQUALS),
    java('try {', EQUALS, '} catch (Throwable t) {', 'System.err.println(t);', 'throw t;', '}'),
  ],
  [
    'takes one kind of error',
    JAVA,
    java(EQUALS),
    java('try {', EQUALS, '} catch (InterruptedException e) {', 'log.warn("", e);', '}'),
  ],
  [
    'stands after a clean-up',
    JAVA,
    java(EQUALS),
    java(EQUALS, 'try {', 'db.close();', '} catch (Exception e) {', 'log.warn("", e);', '}'),
  ],
  [
    'prints and checks',
    PY,
    py(ASSERT),
    py(
      'try:',
      '    add(2)',
      'except Exception as e:',
      '    print(e)',
      '    assert "two" in str(e)',
    ),
  ],
])('nothing is swallowed by a handler that %s', (_, file, before, after) => {
  expect(emptied(file, before, after)).toEqual([])
})

it.each<[string, string, string, string]>([
  [
    'a name for a variable of the environment',
    JS,
    `const strict = process.env.STRICT === 'yes'\n${js(EXPECT)}`,
    `const strict = process.env.STRICT === 'yes'\n${js('const found = add(2)', 'if (strict) expect(found).toBe(5)')}`,
  ],
  [
    'a block on a variable',
    JS,
    js(EXPECT, 'expect(add(3)).toBe(6)'),
    js('if (process.env.FULL_CHECK) {', `  ${EXPECT}`, '  expect(add(3)).toBe(6)', '}'),
  ],
  [
    'a variable in lines that stand deeper',
    PY,
    py('n = add(2)', 'assert n == 5'),
    py('n = add(2)', 'if os.environ.get("DEEP"):', '    assert n == 5'),
  ],
  [
    'a switch behind the line',
    'spec/sum_spec.rb',
    ruby('expect(add(2)).to eq(5)'),
    ruby("expect(add(2)).to eq(5) if ENV['DEEP']"),
  ],
  ['what is never true', JAVA, java(EQUALS), java('if (false) {', EQUALS, '}')],
  [
    'a variable that Go looks up',
    'sum_test.go',
    go('if add(2) != 5 {', '\tt.Fatal("no")', '}'),
    go('if os.Getenv("DEEP") != "" {', '\tif add(2) != 5 {', '\t\tt.Fatal("no")', '\t}', '}'),
  ],
])('every assertion stands behind %s', (_, file, before, after) => {
  expect(emptied(file, before, after)).toEqual(['checks'])
})

it.each<[string, string, string, string]>([
  ['on what comes back', JS, js(EXPECT), js('const n = add(2)', 'if (n) expect(n).toBe(5)')],
  ['for one of two', JS, js(EXPECT), js(EXPECT, 'if (process.env.DEEP) expect(add(3)).toBe(6)')],
  ['unless a switch is set', JS, js(EXPECT), js(`if (!process.env.QUICK) ${EXPECT}`)],
  ['of a switch that is on', PY, py(ASSERT), py('if os.getenv("DEEP", "1"):', `    ${ASSERT}`)],
  ['of a machine of CI', PY, py(ASSERT), py('if os.getenv("CI"):', `    ${ASSERT}`)],
])('a condition empties nothing %s', (_, file, before, after) => {
  expect(emptied(file, before, after)).toEqual([])
})

const standIns = (file: string, before: string, after: string): string[] =>
  findWeakened([{ file, before, after }])
    .map(({ kind }) => kind)
    .filter((kind) => kind === 'stand_in')

it.each<[string, string, string, string]>([
  [
    'patches on a class',
    'tests/test_geocode.py',
    py('geo = Geocoder(client)', 'assert geo.lookup("Bonn") == 1'),
    py(
      'with patch.object(Geocoder, "lookup", return_value=1):',
      '    geo = Geocoder(client)',
      '    assert geo.lookup("Bonn") == 1',
    ),
  ],
  [
    'sets on an object',
    'tests/test_geocode.py',
    py('geo = Geocoder(client)', 'assert geo.lookup("Bonn") == 1'),
    py(
      'geo = Geocoder(client)',
      'monkeypatch.setattr(geo, "lookup", lambda name: 1)',
      'assert geo.lookup("Bonn") == 1',
    ),
  ],
  [
    'spies on and answers for',
    JS,
    js('const it = new Adder()', 'expect(it.total(2)).toBe(5)'),
    js(
      'const it = new Adder()',
      "vi.spyOn(it, 'total').mockReturnValue(5)",
      'expect(it.total(2)).toBe(5)',
    ),
  ],
])('a test that calls what it %s checks the stand-in', (_, file, before, after) => {
  expect(standIns(file, before, after)).toEqual(['stand_in'])
})

it.each<[string, string, string, string]>([
  [
    'is called by what is tested',
    'tests/test_route.py',
    py('assert plan("Bonn") == 1'),
    py('with patch.object(Geocoder, "lookup", return_value=1):', '    assert plan("Bonn") == 1'),
  ],
  [
    'is watched',
    JS,
    js('const it = new Adder()', 'expect(it.total(2)).toBe(5)'),
    js(
      'const it = new Adder()',
      "const seen = vi.spyOn(it, 'total')",
      'expect(it.total(2)).toBe(5)',
    ),
  ],
  [
    'is wrapped',
    'tests/test_geocode.py',
    py('assert geo.lookup("Bonn") == 1'),
    py('with patch.object(geo, "lookup", wraps=geo.lookup):', '    assert geo.lookup("Bonn") == 1'),
  ],
])('a method that %s has no stand-in', (_, file, before, after) => {
  expect(standIns(file, before, after)).toEqual([])
})
