import { expect, it } from 'vitest'
import type { FileChange } from './changes/file-change.js'
import { findWeakened } from './find-weakened.js'

const change = (file: string, before: string | null, after: string | null): FileChange => ({
  file,
  before,
  after,
})
const py = (...lines: string[]): string => `def test_adds():\n    ${lines.join('\n    ')}\n`
const js = (head: string, ...lines: string[]): string =>
  `${head}, () => {\n  ${lines.join('\n  ')}\n})\n`
const IT = "it('adds'"
const ADDS = 'expect(sum(cart, 2)).toBe(5)'
const JOB = 'jobs:\n  a:\n    steps:\n      - run: npm run build\n'

const conditionsOf = (file: string, before: string, after: string): [string, boolean][] =>
  findWeakened([change(file, before, after)]).map(({ kind, conditional }) => [kind, conditional])

it.each<[string, string, string, string, string]>([
  [
    'a skip in a block',
    'skipped',
    'tests/test_a.py',
    py('assert add(1) == 2'),
    py('if broken(db):', "    pytest.skip('db')", 'assert add(1) == 2'),
  ],
  [
    'a return in a block of a case',
    'skipped',
    'cart_test.go',
    'func TestAdd(t *testing.T) {\n\tgot := add(1)\n\tif got != 2 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
    'func TestAdd(t *testing.T) {\n\tif slow {\n\t\treturn\n\t}\n\tgot := add(1)\n\tif got != 2 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n',
  ],
  [
    'a build that has no such test',
    'skipped',
    'cart_test.go',
    'package cart\n\nfunc TestAdd(t *testing.T) {\n\tt.Fatal(add(1))\n}\n',
    '//go:build !tinygo\n\npackage cart\n\nfunc TestAdd(t *testing.T) {\n\tt.Fatal(add(1))\n}\n',
  ],
  [
    'an error that is caught',
    'emptied',
    'test/a.test.ts',
    js(IT, 'await run(cart)', 'expect(calls).toBe(5)'),
    js(IT, 'await run(cart).catch(() => {})', 'expect(calls).toBe(5)'),
  ],
  [
    'a job whose failure does not count',
    'command',
    '.github/workflows/ci.yml',
    `${JOB}      - run: npm test\n`,
    `${JOB}      - run: npm test\n        continue-on-error: true\n`,
  ],
  [
    'an error that has to come',
    'skipped',
    'src/test/AddTest.java',
    'class AddTest {\n  @Test\n  public void adds() { assertEquals(2, add(1)); }\n}\n',
    'class AddTest {\n  @Test(expected = Error.class)\n  public void adds() { assertEquals(2, add(1)); }\n}\n',
  ],
  [
    'a body that was rewritten without a known assertion',
    'emptied',
    'test/a.test.ts',
    js(IT, 'const cart = open()', ADDS),
    js(IT, 'const cart = open()', 'const verified = sum(cart, 2)'),
  ],
  [
    'rows that are gone',
    'deleted',
    'tests/test_a.py',
    "@pytest.mark.parametrize('n', [1, 2, 3])\ndef test_n(n):\n    assert add(n) > n\n",
    "@pytest.mark.parametrize('n', [1])\ndef test_n(n):\n    assert add(n) > n\n",
  ],
  [
    'a check that no job runs any more',
    'command',
    '.github/workflows/ci.yml',
    `${JOB}      - run: npm test\n`,
    JOB,
  ],
  [
    'files that are left out',
    'excluded',
    'vitest.config.ts',
    'export default { test: { exclude: ["dist/**"] } }\n',
    'export default { test: { exclude: ["dist/**", "test/cart.test.ts"] } }\n',
  ],
])('of the first row once a check was red: %s', (_, kind, file, before, after) => {
  expect(conditionsOf(file, before, after)).toEqual([[kind, true]])
})

it.each<[string, string, string, string, string]>([
  [
    'a skip at the top of the body',
    'skipped',
    'tests/test_a.py',
    py('assert add(1) == 2'),
    py("pytest.skip('later')", 'assert add(1) == 2'),
  ],
  [
    'a skip unless a switch is set',
    'skipped',
    'test/a.test.ts',
    js(IT, ADDS),
    js("it.skipIf(!process.env.RUN_SLOW)('adds'", ADDS),
  ],
  [
    'a body that lost its assertion alone',
    'emptied',
    'test/a.test.ts',
    js(IT, 'const cart = open()', 'cart.add(2)', 'expect(cart.size).toBe(1)'),
    js(IT, 'const cart = open()', 'cart.add(2)'),
  ],
  [
    'a test under a name that no runner takes',
    'deleted',
    'tests/test_a.py',
    py('assert add(1) == 2'),
    py('assert add(1) == 2').replace('test_adds', '_test_adds'),
  ],
])('of the first row in any case: %s', (_, kind, file, before, after) => {
  expect(conditionsOf(file, before, after)).toEqual([[kind, false]])
})

it.each<[string, string, string, string]>([
  [
    'a class without tests is ignored',
    'src/test/RunnerTest.java',
    'public class RunnerTest extends Runner {\n  void run() {}\n}\n',
    '@Ignore\npublic class RunnerTest extends Runner {\n  void run() {}\n}\n',
  ],
  [
    'a fixture skips where a library is missing',
    'tests/test_a.py',
    py('assert add(1) == 2'),
    `@pytest.fixture\ndef zope():\n    try:\n        import zope\n    except ImportError:\n        raise pytest.skip("none")\n\n${py('assert add(1) == 2')}`,
  ],
  [
    'a tuple begins with what is always true',
    'tests/test_a.py',
    py('assert (2, add(1)) == pair(2)'),
    py('assert (1, add(1)) == pair(1)'),
  ],
  [
    'one of two of the same name stays',
    'src/cart.rs',
    '#[cfg(unix)]\n#[test]\nfn adds() {\n    assert_eq!(add(1), 2);\n}\n#[test]\nfn adds() {\n    assert_eq!(add(2), 3);\n}\n',
    '#[test]\nfn adds() {\n    assert_eq!(add(2), 3);\n}\n',
  ],
  [
    'a result that is expected stands in a mark',
    'Cart.Tests/CartTests.cs',
    'class CartTests {\n  [Test]\n  public void Adds() { Assert.AreEqual(5, Sum(2, 3)); }\n}\n',
    'class CartTests {\n  [TestCase(2, 3, ExpectedResult = 5)]\n  public int Adds(int a, int b) { return Sum(a, b); }\n}\n',
  ],
])('nothing of the first row where %s', (_, file, before, after) => {
  const kinds = conditionsOf(file, before, after).map(([kind]) => kind)
  expect(kinds.filter((kind) => kind !== 'expectations' && kind !== 'assertions')).toEqual([])
})
