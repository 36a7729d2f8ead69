import { expect, it } from 'vitest'
import { findWeakened } from '../find-weakened.js'

const kindsOf = (file: string, before: string, after: string): string[] =>
  findWeakened([{ file, before, after }]).map(({ kind }) => kind)

const PY = 'tests/test_due.py'
const py = (head: string, more = ''): string =>
  `${head}\n    def test_due(self):\n        assert due(4) == 9\n${more}`
const rb = (more = ''): string =>
  `class DueTest < Minitest::Test\n  def test_due\n    assert_equal 9, due(4)\n  end\n${more}end\n`
const cs = (open: string, close: string): string =>
  `public class DueTests\n{\n${open}    [Fact]\n    public void Due() => Assert.Equal(9, Due.Of(4));\n\n    [Fact]\n    public void Late() => Assert.Equal(3, Due.Of(8));\n${close}}\n`
const rs = (mark: string): string =>
  `pub fn due(n: u8) -> u8 { n }\n\n${mark}\nmod tests {\n    #[test]\n    fn is_due() {\n        assert_eq!(super::due(4), 9);\n    }\n}\n`
const go = (name: string): string =>
  `package due\n\nfunc ${name}(t *testing.T) {\n\tif Of(4) != 9 {\n\t\tt.Fatal("no")\n\t}\n}\n`

const JAVA = 'src/test/java/DueTest.java'
const java = (head: string, marks = '@Test'): string =>
  `class DueTest {\n  ${marks}\n  ${head} due() {\n    assertEquals(9, Due.of(4));\n  }\n}\n`
const CS = 'tests/DueTests.cs'
const PHP = 'tests/DueTest.php'
const php = (head: string): string =>
  `<?php\nclass DueTest extends TestCase {\n  ${head} function testDue() {\n    $this->assertSame(9, due(4));\n  }\n}\n`

it.each<[string, string, string, string, string]>([
  ['a class that pytest passes over', 'skipped', PY, py('class TestDue:'), py('class DueChecks:')],
  [
    'a class that has a constructor',
    'skipped',
    PY,
    py('class TestDue:'),
    py('class TestDue:', '\n    def __init__(self):\n        self.day = 1\n'),
  ],
  [
    'a method that a second one takes the place of',
    'skipped',
    PY,
    py('class TestDue:'),
    py('class TestDue:', '\n    def test_due(self):\n        assert due(1) == 1\n'),
  ],
  [
    'a class that a second one takes the place of',
    'skipped',
    PY,
    py('class TestDue:'),
    py(
      'class TestDue:',
      '\n\nclass TestDue:\n    def test_late(self):\n        assert due(1) == 1\n',
    ),
  ],
  [
    'a method of Ruby that a second one takes the place of',
    'skipped',
    'test/due_test.rb',
    rb(),
    rb('\n  def test_due\n    assert_equal 1, due(1)\n  end\n'),
  ],
  [
    'a test that Ruby leaves on a condition behind',
    'skipped',
    'test/due_test.rb',
    rb(),
    rb().replace('    assert', '    return unless Due.respond_to?(:strict)\n\n    assert'),
  ],
  [
    'a block that Ruby leaves',
    'skipped',
    'spec/due_spec.rb',
    "it 'is due' do\n  expect(due(4)).to eq(9)\nend\n",
    "it 'is due' do\n  next if Due::VERSION < '9'\n  expect(due(4)).to eq(9)\nend\n",
  ],
  [
    'tests behind a symbol that no build sets',
    'skipped',
    'tests/DueTests.cs',
    cs('', ''),
    cs('#if SLOW_CHECKS\n', '#endif\n'),
  ],
  [
    'a module behind a feature',
    'skipped',
    'src/due.rs',
    rs('#[cfg(test)]'),
    rs('#[cfg(all(test, feature = "slow-checks"))]'),
  ],
  [
    'a module behind a name that is never set',
    'skipped',
    'src/due.rs',
    rs('#[cfg(test)]'),
    rs('#[cfg(all(slow_checks, test))]'),
  ],
  ['a method of Java that is private', 'skipped', JAVA, java('void'), java('private void')],
  [
    'a method of C# that is private',
    'skipped',
    CS,
    cs('', ''),
    cs('', '').replace('public void Due', 'private void Due'),
  ],
  [
    'a class of C# that is internal',
    'skipped',
    CS,
    cs('', ''),
    cs('', '').replace('public class', 'internal class'),
  ],
  ['a method of PHP that is protected', 'skipped', PHP, php('public'), php('protected')],
  [
    'a method of PHP that performs no assertion',
    'emptied',
    PHP,
    php('public'),
    php('public').replace(
      '$this->assertSame(9, due(4));',
      '$this->expectNotToPerformAssertions();\n    due(4);',
    ),
  ],
  [
    'a method of Ruby that is private',
    'skipped',
    'test/due_test.rb',
    rb(),
    rb().replace('  def', '  private\n\n  def'),
  ],
  [
    'a function that Python declares on a condition',
    'skipped',
    PY,
    'def test_due():\n    assert due(4) == 9\n',
    "if __name__ == '__main__':\n    def test_due():\n        assert due(4) == 9\n",
  ],
  [
    'a test that is declared on a condition',
    'skipped',
    'test/due.test.ts',
    "it('is due', () => {\n  expect(due(4)).toBe(9)\n})\n",
    "if (globalThis.strict) {\n  it('is due', () => {\n    expect(due(4)).toBe(9)\n  })\n}\n",
  ],
  [
    'a suite that Ruby declares on a condition',
    'skipped',
    'spec/due_spec.rb',
    "describe 'due' do\n  it 'is due' do\n    expect(due(4)).to eq(9)\n  end\nend\n",
    "if Due.strict?\n  describe 'due' do\n    it 'is due' do\n      expect(due(4)).to eq(9)\n    end\n  end\nend\n",
  ],
  [
    'a row of a table of Java that is gone',
    'deleted',
    JAVA,
    java(
      'void',
      '@ParameterizedTest\n  @CsvSource({\n    "4, 9",\n    "5, 11",\n    "6, 13"\n  })',
    ),
    java('void', '@ParameterizedTest\n  @CsvSource({\n    "4, 9",\n    "6, 13"\n  })'),
  ],
  ['a name that Go passes over', 'deleted', 'due_test.go', go('TestDue'), go('Testdue')],
])('finds %s', (_, kind, file, before, after) => {
  expect(kindsOf(file, before, after)).toContain(kind)
})

it.each<[string, string, string, string]>([
  [
    'tests that went to a class that others take over',
    PY,
    py('class TestDue:'),
    py('class DueChecks:', '\n\nclass TestDue(DueChecks):\n    pass\n'),
  ],
  ['a class of unittest', PY, py('class TestDue:'), py('class Due(unittest.TestCase):')],
  [
    'the same name in two classes',
    PY,
    py('class TestDue:'),
    py(
      'class TestDue:',
      '\n\nclass TestLate:\n    def test_due(self):\n        assert due(1) == 1\n',
    ),
  ],
  [
    'the same name in two branches',
    PY,
    py('class TestDue:'),
    py(
      'class TestDue:',
      '\n    if POSIX:\n        def test_late(self):\n            assert due(1) == 1\n    else:\n        def test_late(self):\n            assert due(1) == 2\n',
    ),
  ],
  [
    'a test of one framework',
    'tests/DueTests.cs',
    cs('', ''),
    cs('#if NET8_0_OR_GREATER\n', '#endif\n'),
  ],
  ['a region', 'tests/DueTests.cs', cs('', ''), cs('#region due\n', '#endregion\n')],
  ['a module of one system', 'src/due.rs', rs('#[cfg(test)]'), rs('#[cfg(all(test, unix))]')],
  ['a module for any test', 'src/due.rs', rs('#[cfg(test)]'), rs('#[cfg(all(test))]')],
  [
    'a table of Java that became a text',
    JAVA,
    java('void', '@ParameterizedTest\n  @CsvSource({\n    "4, 9",\n    "5, 11"\n  })'),
    java('void', '@ParameterizedTest\n  @CsvSource(textBlock = """\n    4, 9\n    5, 11\n    """)'),
  ],
  [
    'a private method beside a test',
    JAVA,
    java('void'),
    java('void').replace('  @Test', '  private int day() { return 4; }\n\n  @Test'),
  ],
  ['another name in Go', 'due_test.go', go('TestDue'), go('Test_due')],
])('leaves %s alone', (_, file, before, after) => {
  expect(kindsOf(file, before, after)).toEqual([])
})

it('finds a test that moved to a file that no build takes', () => {
  const moved = (tag: string): string[] =>
    findWeakened([
      {
        file: 'due_test.go',
        before: go('TestDue') + go('TestLate').slice(12),
        after: go('TestLate'),
      },
      { file: 'due_more_test.go', before: null, after: `${tag}${go('TestDue')}` },
    ]).map(({ kind }) => kind)
  expect(moved('//go:build strictdue\n\n')).toEqual(['skipped'])
  expect(moved('')).toEqual([])
})

it('leaves a class alone that another file takes over', () => {
  const moved = (other: string): string[] =>
    findWeakened([
      { file: PY, before: py('class TestDue:'), after: other },
      { file: 'tests/due_tests.py', before: null, after: py('class DueChecks:') },
    ]).map(({ kind }) => kind)
  expect(moved('class TestDue(DueChecks):\n    day = 4\n')).toEqual([])
  expect(moved('day = 4\n')).toEqual(['skipped'])
})
