import { describe, expect, it } from 'vitest'
import { isSteep, measureGrowth } from '../../../test/linear/measure-growth.js'
import { change, js } from './__fixtures__/changes.js'
import type { FileChange } from './changes/file-change.js'
import { findWeakened } from './find-weakened.js'

const kinds = (...changes: FileChange[]): string[] => [
  ...new Set(findWeakened(changes).map(({ kind }) => kind)),
]

const names = (...changes: FileChange[]): string[] =>
  findWeakened(changes).flatMap((shape) => [...shape.names])

/** One test of each language, and how it is taken off. */
const LANGUAGES = [
  {
    language: 'JavaScript',
    file: 'src/sum.test.ts',
    test: `it('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
    other: `it('takes away', () => {\n  expect(sub(7, 3)).toBe(4)\n})\n`,
    skipped: [
      `it.skip('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `xit('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `it.todo('adds')\n`,
      `it.fails('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `it.skipIf(true)('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `it('adds', { skip: true }, () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `describe.skip('sums', () => {\n  it('adds', () => {\n    expect(sum(2, 3)).toBe(5)\n  })\n})\n`,
      `it('adds', () => {\n  return\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `it('adds', () => {\n  if (true) return\n  expect(sum(2, 3)).toBe(5)\n})\n`,
      `it('adds', function () {\n  this.skip()\n  expect(sum(2, 3)).toBe(5)\n})\n`,
    ],
    emptied: [
      `it('adds', () => {\n  expect(true).toBe(true)\n})\n`,
      `it('adds', () => {\n  sum(2, 3)\n})\n`,
      `it('adds', () => {\n  try {\n    expect(sum(2, 3)).toBe(5)\n  } catch {}\n})\n`,
    ],
    renamed: `it('adds two numbers', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n`,
  },
  {
    language: 'Python',
    file: 'tests/test_sum.py',
    test: `def test_adds():\n    assert sum_of(2, 3) == 5\n\n`,
    other: `def test_takes_away():\n    assert sub_of(7, 3) == 4\n\n`,
    skipped: [
      `@pytest.mark.skip(reason="flaky")\ndef test_adds():\n    assert sum_of(2, 3) == 5\n\n`,
      `@pytest.mark.xfail\ndef test_adds():\n    assert sum_of(2, 3) == 5\n\n`,
      `@unittest.skip("later")\ndef test_adds():\n    assert sum_of(2, 3) == 5\n\n`,
      `@pytest.mark.skipif(True, reason="x")\ndef test_adds():\n    assert sum_of(2, 3) == 5\n\n`,
      `def test_adds():\n    pytest.skip("later")\n    assert sum_of(2, 3) == 5\n\n`,
      `pytestmark = pytest.mark.skip\n\ndef test_adds():\n    assert sum_of(2, 3) == 5\n\n`,
      `def test_adds():\n    return\n    assert sum_of(2, 3) == 5\n\n`,
    ],
    emptied: [
      `def test_adds():\n    assert True\n\n`,
      `def test_adds():\n    pass\n\n`,
      `def test_adds():\n    try:\n        assert sum_of(2, 3) == 5\n    except AssertionError:\n        pass\n\n`,
      `def test_adds():\n    assert sum_of(2, 3) == 5 or True\n\n`,
    ],
    renamed: `def test_adds_two_numbers():\n    assert sum_of(2, 3) == 5\n\n`,
  },
  {
    language: 'Go',
    file: 'sum_test.go',
    test: `func TestAdds(t *testing.T) {\n\tif got := Sum(2, 3); got != 5 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
    other: `func TestTakes(t *testing.T) {\n\tif got := Sub(7, 3); got != 4 {\n\t\tt.Fatal(got)\n\t}\n}\n`,
    skipped: [
      `func TestAdds(t *testing.T) {\n\tt.Skip("flaky")\n\tif got := Sum(2, 3); got != 5 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
      `func TestAdds(t *testing.T) {\n\tt.SkipNow()\n\tif got := Sum(2, 3); got != 5 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
      `//go:build disabled\n\npackage x\nfunc TestAdds(t *testing.T) {\n\tif got := Sum(2, 3); got != 5 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
      `func TestAdds(t *testing.T) {\n\treturn\n\tif got := Sum(2, 3); got != 5 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
    ],
    emptied: [`func TestAdds(t *testing.T) {\n\tSum(2, 3)\n}\n`],
    renamed: `func TestAddsTwoNumbers(t *testing.T) {\n\tif got := Sum(2, 3); got != 5 {\n\t\tt.Errorf("got %d", got)\n\t}\n}\n`,
  },
  {
    language: 'Rust',
    file: 'src/sum.rs',
    test: `#[test]\nfn adds() {\n    assert_eq!(sum(2, 3), 5);\n}\n`,
    other: `#[test]\nfn takes_away() {\n    assert_eq!(sub(7, 3), 4);\n}\n`,
    skipped: [
      `#[test]\n#[ignore]\nfn adds() {\n    assert_eq!(sum(2, 3), 5);\n}\n`,
      `#[ignore = "flaky"]\n#[test]\nfn adds() {\n    assert_eq!(sum(2, 3), 5);\n}\n`,
      `#[cfg(any())]\n#[test]\nfn adds() {\n    assert_eq!(sum(2, 3), 5);\n}\n`,
    ],
    emptied: [`#[test]\nfn adds() {\n    assert!(true);\n}\n`],
    renamed: `#[test]\nfn adds_two_numbers() {\n    assert_eq!(sum(2, 3), 5);\n}\n`,
  },
  {
    language: 'Java',
    file: 'src/test/java/SumTest.java',
    test: `  @Test\n  void adds() {\n    assertEquals(5, Sum.of(2, 3));\n  }\n`,
    other: `  @Test\n  void takesAway() {\n    assertEquals(4, Sub.of(7, 3));\n  }\n`,
    skipped: [
      `  @Test\n  @Disabled("flaky")\n  void adds() {\n    assertEquals(5, Sum.of(2, 3));\n  }\n`,
      `  @Ignore\n  @Test\n  void adds() {\n    assertEquals(5, Sum.of(2, 3));\n  }\n`,
      `  @Test(enabled = false)\n  void adds() {\n    assertEquals(5, Sum.of(2, 3));\n  }\n`,
      `  @Test\n  void adds() {\n    assumeTrue(false);\n    assertEquals(5, Sum.of(2, 3));\n  }\n`,
    ],
    emptied: [`  @Test\n  void adds() {\n    assertTrue(true);\n  }\n`],
    renamed: `  @Test\n  void addsTwoNumbers() {\n    assertEquals(5, Sum.of(2, 3));\n  }\n`,
  },
  {
    language: 'Kotlin',
    file: 'src/test/kotlin/SumTest.kt',
    test: '  @Test\n  fun `adds`() {\n    assertEquals(5, sumOf(2, 3))\n  }\n',
    other: '  @Test\n  fun `takes away`() {\n    assertEquals(4, subOf(7, 3))\n  }\n',
    skipped: ['  @Test\n  @Disabled\n  fun `adds`() {\n    assertEquals(5, sumOf(2, 3))\n  }\n'],
    emptied: ['  @Test\n  fun `adds`() {\n    sumOf(2, 3)\n  }\n'],
    renamed: '  @Test\n  fun `adds two numbers`() {\n    assertEquals(5, sumOf(2, 3))\n  }\n',
  },
  {
    language: 'Ruby',
    file: 'spec/sum_spec.rb',
    test: `  it 'adds' do\n    expect(sum(2, 3)).to eq(5)\n  end\n`,
    other: `  it 'takes away' do\n    expect(sub(7, 3)).to eq(4)\n  end\n`,
    skipped: [
      `  xit 'adds' do\n    expect(sum(2, 3)).to eq(5)\n  end\n`,
      `  it 'adds' do\n    skip 'flaky'\n    expect(sum(2, 3)).to eq(5)\n  end\n`,
      `  it 'adds', skip: true do\n    expect(sum(2, 3)).to eq(5)\n  end\n`,
      `  it 'adds' do\n    pending\n    expect(sum(2, 3)).to eq(5)\n  end\n`,
      `  xdescribe 'sums' do\n    it 'adds' do\n      expect(sum(2, 3)).to eq(5)\n    end\n  end\n`,
    ],
    emptied: [`  it 'adds' do\n    sum(2, 3)\n  end\n`],
    renamed: `  it 'adds two numbers' do\n    expect(sum(2, 3)).to eq(5)\n  end\n`,
  },
  {
    language: 'PHP',
    file: 'tests/SumTest.php',
    test: `  public function testAdds(): void {\n    $this->assertSame(5, sum(2, 3));\n  }\n`,
    other: `  public function testTakes(): void {\n    $this->assertSame(4, sub(7, 3));\n  }\n`,
    skipped: [
      `  public function testAdds(): void {\n    $this->markTestSkipped('flaky');\n    $this->assertSame(5, sum(2, 3));\n  }\n`,
      `  public function testAdds(): void {\n    $this->markTestIncomplete();\n    $this->assertSame(5, sum(2, 3));\n  }\n`,
    ],
    emptied: [`  public function testAdds(): void {\n    $this->assertTrue(true);\n  }\n`],
    renamed: `  public function testAddsTwoNumbers(): void {\n    $this->assertSame(5, sum(2, 3));\n  }\n`,
  },
  {
    language: 'C#',
    file: 'tests/SumTests.cs',
    test: `  [Fact]\n  public void Adds() {\n    Assert.Equal(5, Sum.Of(2, 3));\n  }\n`,
    other: `  [Fact]\n  public void TakesAway() {\n    Assert.Equal(4, Sub.Of(7, 3));\n  }\n`,
    skipped: [
      `  [Fact(Skip = "flaky")]\n  public void Adds() {\n    Assert.Equal(5, Sum.Of(2, 3));\n  }\n`,
      `  [Fact]\n  [Ignore("flaky")]\n  public void Adds() {\n    Assert.Equal(5, Sum.Of(2, 3));\n  }\n`,
      `  [Fact, Explicit]\n  public void Adds() {\n    Assert.Equal(5, Sum.Of(2, 3));\n  }\n`,
    ],
    emptied: [`  [Fact]\n  public void Adds() {\n    Assert.True(true);\n  }\n`],
    renamed: `  [Fact]\n  public void AddsTwoNumbers() {\n    Assert.Equal(5, Sum.Of(2, 3));\n  }\n`,
  },
]

describe.each(LANGUAGES)('a test in $language', ({ file, test, other, ...how }) => {
  const before = test + other
  const elsewhere = file.replace(/([Ss]um)/, 'moved_$1')

  it.each(how.skipped)('that no longer runs is skipped: %s', (after) => {
    expect(kinds(change(file, before, after + other))).toEqual(['skipped'])
  })

  it.each(how.emptied)('that checks nothing is emptied: %s', (after) => {
    expect(kinds(change(file, before, after + other))).toEqual(['emptied'])
  })

  it('that is gone is deleted', () => {
    expect(kinds(change(file, before, other))).toEqual(['deleted'])
  })

  it('that is gone with its file is deleted', () => {
    expect(kinds(change(file, before, null))).toEqual(['deleted'])
  })

  it('that is commented out is deleted', () => {
    const mark = /\.(?:py|rb)$/.test(file) ? '# ' : '// '
    const commented = test.replaceAll(/^(?=.)/gm, mark)
    expect(kinds(change(file, before, commented + other))).toEqual(['deleted'])
  })

  it.each([
    ['that stays', before],
    ['whose file is put in another order', other + test],
    ['that has a new name', how.renamed + other],
  ])('%s is as it was', (_title, after) => {
    expect(kinds(change(file, before, after))).toEqual([])
  })

  it('that is in another file now was moved', () => {
    expect(kinds(change(file, before, other), change(elsewhere, null, test))).toEqual([])
    expect(kinds(change(file, before, null), change(elsewhere, null, before))).toEqual([])
  })

  it('that was off before is no loss', () => {
    const [off] = how.skipped
    expect(kinds(change(file, off! + other, other))).toEqual([])
  })
})

describe('tests of a change', () => {
  const file = 'src/sum.test.ts'
  const test = (name: string, body: string): string => `it('${name}', () => {\n${body}\n})\n`

  it('names what was taken off', () => {
    const before = test('adds', 'expect(sum(1, 2)).toBe(3)')
    const after = before.replace('it(', 'it.skip(')
    expect(names(change(file, before, after))).toEqual(['adds'])
  })

  it('keeps those of a table: rows for tests', () => {
    const before =
      test('adds one', 'expect(sum(1, 1)).toBe(2)') + test('adds two', 'expect(sum(2, 2)).toBe(4)')
    const after = `it.each([[1, 1, 2], [2, 2, 4]])('adds %i', (a, b, c) => {\n expect(sum(a, b)).toBe(c)\n})\n`
    expect(kinds(change(file, before, after))).toEqual([])
  })

  it('misses rows that are gone', () => {
    const table = (rows: string): string =>
      `it.each([${rows}])('adds %i', (a, b) => {\n expect(sum(a, a)).toBe(b)\n})\n`
    expect(kinds(change(file, table('[1, 2], [2, 4], [3, 7]'), table('[1, 2], [2, 4]')))).toEqual([
      'deleted',
    ])
  })

  it('takes those of code that is gone as gone with it', () => {
    const before = test('exports', 'expect(exportLegacy(1)).toBe(2)')
    const source = 'export function exportLegacy(a: number) { return a + 1 }\n'
    expect(kinds(change(file, before, ''), change('src/legacy.ts', source, null))).toEqual([])
  })

  it('calls nothing deleted where a part of the change was not read', () => {
    const before = test('adds', 'expect(sum(1, 2)).toBe(3)')
    expect(findWeakened([change(file, before, '')], false)).toEqual([])
    const many = Array.from({ length: 301 }, (_, index) => change(`src/${index}.ts`, 'a', 'b'))
    expect(kinds(change(file, before, ''), ...many)).toEqual([])
  })

  it('sees that only some run', () => {
    const before =
      test('adds', 'expect(sum(1, 2)).toBe(3)') + test('takes', 'expect(sub(2, 1)).toBe(1)')
    expect(kinds(change(file, before, before.replace("it('adds", "it.only('adds")))).toEqual([
      'focused',
    ])
  })

  it.each(['_test_adds', 'xtest_adds', 'no_test_adds', 'disabled_test_adds', 'skip_test_adds'])(
    'sees a test under a name that no runner takes: %s',
    (name) => {
      const before = 'def test_adds():\n    assert add(1, 2) == 3\n'
      const [found] = findWeakened([
        change('test_sum.py', before, before.replace('test_adds', name)),
      ])
      expect(found).toMatchObject({
        kind: 'deleted',
        loss: 'not-run',
        detail: expect.stringContaining('under a name that no runner takes') as string,
      })
    },
  )

  it('sees a file that its runner no longer takes', () => {
    const before = test('adds', 'expect(sum(1, 2)).toBe(3)')
    expect(
      kinds(change('tests/sum.test.ts', before, null), change('tests/sum.ts', null, before)),
    ).toEqual(['deleted'])
  })

  it.each([
    [
      'fewer assertions',
      'expect(sum(1, 2)).toBe(3)\nexpect(sum(2, 2)).toBe(4)',
      'expect(sum(1, 2)).toBe(3)',
      'assertions',
    ],
    [
      'another expectation',
      'expect(sum(1, 2)).toBe(3)',
      'expect(sum(1, 2)).toBe(4)',
      'expectations',
    ],
  ])('notes %s', (_title, before, after, kind) => {
    expect(kinds(change(file, test('adds', before), test('adds', after)))).toEqual([kind])
  })

  it('calls what holds on one machine conditional', () => {
    const before = 'def test_a():\n    assert f() == 1\n'
    const after = `@pytest.mark.skipif(sys.platform == "win32", reason="no fork")\n${before}`
    const [shape] = findWeakened([change('tests/test_a.py', before, after)])
    expect(shape).toMatchObject({ kind: 'skipped', conditional: true })
  })
})

describe('tests that are one expression', () => {
  it.each([
    [
      'C#',
      'TaxTests.cs',
      '[Test]',
      '[Test, Ignore("later")]',
      'public void Reduced() => Assert.That(Tax.Reduced, Is.EqualTo(7));',
    ],
    [
      'Kotlin',
      'src/test/TaxTest.kt',
      '@Test',
      '@Test @Disabled',
      'fun reduced() = assertEquals(7, reducedTax())',
    ],
  ])('of %s are seen', (_language, file, mark, off, body) => {
    const other = `\n\n${mark}\n${body.replace('educed(', 'aised(')}\n`
    expect(kinds(change(file, `${mark}\n${body}${other}`, `${off}\n${body}${other}`))).toEqual([
      'skipped',
    ])
    expect(kinds(change(file, `${mark}\n${body}`, ''))).toEqual(['deleted'])
  })
})

describe('stand-ins', () => {
  it.each<[string, string, string, string, string[]]>([
    [
      'a set-up file that passes what failed',
      'conftest.py',
      '',
      'def pytest_runtest_makereport(item, call):\n    report.outcome = "passed"\n',
      ['stand_in'],
    ],
    [
      'a set-up file that replaces a module',
      'vitest.setup.ts',
      '',
      "vi.mock('./src/sum', () => ({ sum: () => 5 }))\n",
      ['stand_in'],
    ],
    [
      'a mock of the unit under test',
      'src/sum.test.ts',
      "it('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n",
      "vi.mock('./sum', () => ({ sum: () => 5 }))\nit('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n",
      ['stand_in'],
    ],
    [
      'a mock of what the unit uses',
      'src/sum.test.ts',
      "it('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n",
      "vi.mock('./clock', () => ({ now: () => 5 }))\nit('adds', () => {\n  expect(sum(2, 3)).toBe(5)\n})\n",
      [],
    ],
    ['a network in a set-up file', 'vitest.setup.ts', '', "vi.mock('node:http')\n", []],
  ])('%s', (_title, file, before, after, expected) => {
    expect(kinds(change(file, before, after))).toEqual(expected)
  })
})

describe('ways around a red check', () => {
  const goTable = (guard: string): string =>
    `package human\n\nfunc TestHuman(t *testing.T) {\n\tfor _, tc := range cases {\n${guard}\t\tassert.Equal(t, tc.want, Human(tc.in))\n\t}\n}\n`
  const rust = (mark: string): string =>
    `#[test]\n${mark}fn multiplies() {\n    assert_eq!(times(2, 3), 6);\n}\n`
  const kotest = (name: string): string =>
    `class TariffSpec : StringSpec({\n    "${name}" {\n        Tariff().price() shouldBe 0.18\n    }\n})\n`
  const job = (condition: string): string =>
    `jobs:\n  release:\n    steps:\n      - name: Smoke test\n${condition}        run: ./scripts/smoke.sh\n`

  it.each<[string, string, FileChange]>([
    [
      'a loop that passes over cases',
      'skipped',
      change(
        'human/human_test.go',
        goTable(''),
        goTable('\t\tif tc.in >= day {\n\t\t\tcontinue\n\t\t}\n'),
      ),
    ],
    [
      'a test that now has to fail',
      'skipped',
      change('tests/matrix.rs', rust(''), rust('#[should_panic]\n')),
    ],
    [
      'a test that is expected to fail',
      'skipped',
      change(
        'tests/search.spec.ts',
        "test('finds', async () => {\n  await expect(count()).toBe(3)\n})\n",
        "test('finds', async () => {\n  test.fail()\n  await expect(count()).toBe(3)\n})\n",
      ),
    ],
    [
      'a spec of strings with a bang',
      'skipped',
      change('src/test/kotlin/TariffSpec.kt', kotest('is cheap'), kotest('!is cheap')),
    ],
    [
      'an interpreter that ends well',
      'command',
      change(
        'package.json',
        '{ "scripts": { "test": "vitest run" } }',
        '{ "scripts": { "test": "vitest run || node -e \\"process.exit(0)\\"" } }',
      ),
    ],
    [
      'a package that is taken out of a list',
      'excluded',
      change(
        'Makefile',
        'test:\n\tgo test ./...\n',
        'PKGS ?= $(shell go list ./... | grep -v /ledger)\n\ntest:\n\tgo test $(PKGS)\n',
      ),
    ],
    [
      'a step that runs on a condition',
      'command',
      change(
        '.github/workflows/release.yml',
        job(''),
        job("        if: github.ref_type == 'branch'\n"),
      ),
    ],
    [
      'an entry to all tests that ends well',
      'stand_in',
      change(
        'repo/main_test.go',
        null,
        'package repo\n\nfunc TestMain(m *testing.M) {\n\tcode := m.Run()\n\tlog.Print(code)\n\tos.Exit(0)\n}\n',
      ),
    ],
    [
      'a target that is not tested',
      'excluded',
      change(
        'Cargo.toml',
        '[[test]]\nname = "shutdown"\n',
        '[[test]]\nname = "shutdown"\ntest = false\n',
      ),
    ],
    [
      'a job that runs on a condition',
      'command',
      change(
        '.github/workflows/ci.yml',
        'jobs:\n  unit:\n    name: Unit tests\n    steps:\n      - run: npm test\n',
        'jobs:\n  unit:\n    name: Unit tests\n    if: github.ref_name == "main"\n    steps:\n      - run: npm test\n',
      ),
    ],
    [
      'a tag that is left out',
      'excluded',
      change('.rspec', '--color\n', '--color\n--tag ~stripe\n'),
    ],
    [
      'files that a test project does not take',
      'excluded',
      change(
        'Imaging.Tests/Imaging.Tests.csproj',
        '<Project></Project>\n',
        '<Project>\n  <Compile Remove="Exif\\**\\*.cs" />\n</Project>\n',
      ),
    ],
    [
      'an analysis that looks at less',
      'rules',
      change('phpstan.neon', 'parameters:\n  level: 8\n', 'parameters:\n  level: 3\n'),
    ],
  ])('sees %s', (_, kind, one) => {
    expect(kinds(one)).toEqual([kind])
  })
})

describe('huge changes', () => {
  it.each([
    ['describes that never close', 'a.test.ts', `describe('a', () => {\n`],
    ['blocks that never close', 'spec/a_spec.rb', `it 'a' do\n`],
    ['quotes', 'a.test.ts', '`${"'],
    ['templates in templates', 'a.test.ts', '`${'],
    ['brackets', 'a.test.ts', '([{'],
    ['attributes', 'a.rs', '#[test]\n'],
    ['annotations', 'src/test/A.java', '@Test @A(b) '],
    ['attributes in brackets', 'A.cs', '[Fact]\n[A, B(C)] '],
    ['functions', 'ATest.php', 'function test('],
    ['decorators', 'test_a.py', '@a(\n'],
    ['tests', 'a_test.go', 'func TestA(t *testing.T) {\n'],
    ['commands', 'Makefile', 'test:\n\tgo test ./... || true\n'],
    ['jobs', '.github/workflows/a.yml', '- run: npm test\n'],
    ['settings', 'jest.config.js', 'exclude: ["a", '],
  ])('with %s over and over take no longer than their length says', async (_title, file, piece) => {
    const read = (text: string) =>
      findWeakened([change(file, text, `${text}\n`), change(`b/${file}`, text, null)])
    const sizes = { probe: 8 * 1024, largest: 64 * 1024 }
    expect(isSteep(await measureGrowth({ start: '', piece, end: '' }, read, sizes))).toBe(false)
  })
})

it.each([
  [
    'that needs a library',
    "pytestmark = pytest.mark.skipif(\n    blinker is None,\n    reason='Signals require it.'\n)\n\n",
  ],
  ['that fails on one platform', "@pytest.mark.xfail(WIN and not PY2, reason='?')\n"],
])('a test %s is skipped on some machines only', (_, mark) => {
  const test = 'def test_sent():\n    assert sent() == 1\n'
  expect(findWeakened([change('tests/test_signals.py', test, mark + test)])).toMatchObject([
    { kind: 'skipped', conditional: true },
  ])
})

it.each([
  ['is skipped on some machines only', 'wrap_help', true],
  ['is skipped', 'disabled_tests', false],
])('a test that %s: the build feature %s', (_, feature, conditional) => {
  const test = '#[test]\nfn wraps() {\n    assert_eq!(wrap(2), 5);\n}\n'
  const gated = test.replace('fn', `#[cfg(feature = "${feature}")]\nfn`)
  expect(findWeakened([change('tests/wrap.rs', test, gated)])).toMatchObject([
    { kind: 'skipped', conditional },
  ])
})

it('a test that needs what old browsers lack is skipped on some machines only', () => {
  const test = (guard: string): string =>
    js('takes buffers', `${guard}expect(isBuffer(new ArrayBuffer(2))).toBe(true)`)
  const guard = "if (old && typeof ArrayBuffer === 'undefined') {\n    done()\n    return\n  }\n  "
  expect(findWeakened([change('test/is.test.js', test(''), test(guard))])).toMatchObject([
    { kind: 'skipped', conditional: true },
  ])
})
