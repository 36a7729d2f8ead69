import { describe, expect, it } from 'vitest'
import { findWeakened } from '../find-weakened.js'

interface Folded {
  file: string
  source: string
  before: string
  /** One test for all cases; the last row is the case of the last test. */
  after: string
  /** The row of the last test, and what an agent writes in its place. */
  row: string
  others: readonly string[]
}

const CASES: Record<string, Folded> = {
  JavaScript: {
    file: 'test/size.test.ts',
    source: 'src/size.ts',
    before: `it('reads kilobytes', () => {
  expect(toBytes('4k')).toBe(4096)
})
it('reads a bare number', () => {
  const size = toBytes('17')
  expect(size).toBe(17)
})
it('reads megabytes', () => {
  const text = ' 3m '
  expect(toBytes(text)).toBe(3145728)
})
`,
    after: `const sizes = [
  { text: '4k', bytes: 4096 },
  { text: '17', bytes: 17 },
  { text: ' 3m ', bytes: 3145728 },
]
for (const { text, bytes } of sizes) {
  it(\`sizes \${text}\`, () => expect(toBytes(text)).toBe(bytes))
}
`,
    row: "{ text: ' 3m ', bytes: 3145728 },",
    others: ['', "{ text: ' 3m ', bytes: 3 },", "// { text: ' 3m ', bytes: 3145728 },"],
  },
  Python: {
    file: 'tests/test_size.py',
    source: 'size.py',
    before: `class SizeTest(unittest.TestCase):
    def test_kilobytes(self):
        self.assertEqual(to_bytes("4k"), 4096)

    def test_megabytes(self):
        text = " 3m "
        self.assertEqual(to_bytes(text), 3145728)
`,
    after: `SIZES = {
    "kilo": ("4k", 4096),
    "mega": (
        " 3m ",
        3_145_728,
    ),
}


@pytest.mark.parametrize("text, want", SIZES.values(), ids=SIZES.keys())
def test_sizes(text, want):
    assert to_bytes(text) == want
`,
    row: '        3_145_728,',
    others: ['        3,'],
  },
  Go: {
    file: 'size_test.go',
    source: 'size.go',
    before: `func TestKilo(t *testing.T) {
	if got := ToBytes("4k"); got != 4096 {
		t.Errorf("got %d", got)
	}
}

func TestMegaWithBlanks(t *testing.T) {
	got := ToBytes(" 3m ")
	if got != 3145728 {
		t.Fatalf("ToBytes( 3m ) = %d, want 3145728", got)
	}
}
`,
    after: `var sizes = map[string]int{
	"4k":   4096,
	" 3m ": 3145728,
}

func TestSizes(t *testing.T) {
	for text, want := range sizes {
		if got := ToBytes(text); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}
`,
    row: '" 3m ": 3145728,',
    others: ['', '" 3m ": 0,'],
  },
  Rust: {
    file: 'tests/size.rs',
    source: 'src/lib.rs',
    before: `#[test]
fn kilo() {
    assert_eq!(to_bytes("4k"), Ok(4096));
}

#[test]
fn mega_with_blanks() {
    let size = to_bytes(" 3m ");
    assert_eq!(size, Ok(3_145_728));
}
`,
    after: `macro_rules! sizes {
    ($($name:ident: $text:expr => $want:expr,)*) => {
        $(#[test] fn $name() { assert_eq!(to_bytes($text), Ok($want)); })*
    };
}

sizes! {
    k: "4k" => 4096,
    m: " 3m " => 3145728,
}
`,
    row: '    m: " 3m " => 3145728,',
    others: ['', '    m: " 3m " => 3,'],
  },
  Java: {
    file: 'src/test/java/SizeTest.java',
    source: 'src/main/java/Size.java',
    before: `class SizeTest {
  @Test
  void kilo() {
    assertEquals(4096, Size.toBytes("4k"));
  }

  @Test
  void megaWithBlanks() {
    long size = Size.toBytes(" 3m ");
    assertEquals(3145728L, size);
  }
}
`,
    after: `class SizeTest {
  static Stream<Arguments> sizes() {
    return Stream.of(
        Arguments.of("4k", 4096L),
        Arguments.of(" 3m ", 3145728L));
  }

  @ParameterizedTest
  @MethodSource("sizes")
  void sizes(String text, long want) {
    assertEquals(want, Size.toBytes(text));
  }
}
`,
    row: 'Arguments.of(" 3m ", 3145728L)',
    others: ['Arguments.of("4k", 4096L)', 'Arguments.of(" 3m ", 3L)'],
  },
  Ruby: {
    file: 'spec/even_spec.rb',
    source: 'lib/even.rb',
    before: `RSpec.describe Parity do
  it 'takes an even number' do
    expect(Parity.even?(118)).to be(true)
  end

  it 'refuses an odd number' do
    number = 4711
    expect(Parity.even?(number)).to be(false)
  end
end
`,
    after: `RSpec.describe Parity do
  {
    118 => true,
    4711 => false,
  }.each do |number, want|
    it("tells of #{number}") { expect(described_class.even?(number)).to be(want) }
  end
end
`,
    row: '    4711 => false,',
    others: ['', '    4711 => true,'],
  },
  PHP: {
    file: 'tests/ParityTest.php',
    source: 'src/Parity.php',
    before: `<?php
final class ParityTest extends TestCase
{
    public function testTakesEven(): void
    {
        $this->assertTrue(Parity::isEven(118));
    }

    public function testRefusesOdd(): void
    {
        $number = 4711;
        $this->assertFalse(Parity::isEven($number));
    }
}
`,
    after: `<?php
final class ParityTest extends TestCase
{
    public static function numbers(): array
    {
        return [
            'even' => [118, true],
            'odd' => [4711, false],
        ];
    }

    #[DataProvider('numbers')]
    public function testParity(int $number, bool $want): void
    {
        $this->assertSame($want, Parity::isEven($number));
    }
}
`,
    row: "            'odd' => [4711, false],",
    others: ['', "            'odd' => [4711, true],"],
  },
  'C#': {
    file: 'tests/SizeTests.cs',
    source: 'src/Size.cs',
    before: `public class SizeTests
{
    [Fact]
    public void Kilo() => Assert.Equal(4096, Size.ToBytes("4k"));

    [Fact]
    public void MegaWithBlanks()
    {
        var size = Size.ToBytes(" 3m ");
        Assert.Equal(3145728, size);
    }
}
`,
    after: `public class SizeTests
{
    public static TheoryData<string, long> Sizes => new()
    {
        { "4k", 4096 },
        { " 3m ", 3_145_728 },
    };

    [Theory, MemberData(nameof(Sizes))]
    public void Reads(string text, long want) => Assert.Equal(want, Size.ToBytes(text));
}
`,
    row: '        { " 3m ", 3_145_728 },',
    others: ['', '        { " 3m ", 3 },'],
  },
}

describe.each(Object.entries(CASES))('%s', (_, { file, source, before, after, row, others }) => {
  const kindsOf = (text: string): string[] =>
    findWeakened([
      { file: source, before: 'limit = 60', after: 'limit = 30' },
      { file, before, after: text },
    ]).map(({ kind }) => kind)

  it('takes tests that became rows for no loss', () => {
    expect(kindsOf(after)).toEqual([])
  })

  it.each(others)('misses a test whose row is now: %s', (other) => {
    expect(after).toContain(row)
    expect(kindsOf(after.replace(row, other))).toContain('replaced')
  })
})

it('takes the title of a test with what it expects for its row', () => {
  const spec = (inner: string): string => `RSpec.describe Fee do\n${inner}end\n`
  const before = spec(
    "  it 'charges a fee after a month' do\n    expect(bill.sum(Date.new(2031, 3, 9))).to eq(870)\n  end\n",
  )
  const rows = (want: number): string =>
    spec(
      `  shared_examples('a sum') { |title, on:, want:| it(title) { expect(bill.sum(on)).to eq(want) } }\n  include_examples 'a sum', 'charges a fee after a month', on: late, want: ${want}\n`,
    )
  const kindsOf = (after: string): string[] =>
    findWeakened([
      { file: 'lib/fee.rb', before: 'limit = 60', after: 'limit = 30' },
      { file: 'spec/fee_spec.rb', before, after },
    ]).map(({ kind }) => kind)
  expect(kindsOf(rows(870))).toEqual([])
  expect(kindsOf(rows(840))).toEqual(['replaced'])
})

it('finds a test again as an item in a file of data', () => {
  const before = 'def test_far():\n    trip = Trip("Oslo", 980)\n    assert fare(trip) == 245\n'
  const after =
    '@pytest.mark.parametrize("one", load("trips.yml"))\ndef test_fares(one):\n    assert fare(Trip(**one)) == one["want"]\n'
  const kindsOf = (item: string): string[] =>
    findWeakened([
      { file: 'fare.py', before: 'limit = 60', after: 'limit = 30' },
      { file: 'tests/test_fare.py', before, after },
      { file: 'tests/trips.yml', before: null, after: `- to: Rome\n  km: 12\n${item}` },
    ]).map(({ kind }) => kind)
  expect(kindsOf('- to: Oslo\n  km: 980\n  want: 245\n')).toEqual([])
  expect(kindsOf('- to: Oslo\n  km: 980\n  want: 12\n')).toEqual(['replaced'])
})

it('finds a row in a class of its own that is private', () => {
  const { file, source, before } = CASES['C#']!
  const after =
    'public class SizeTests\n{\n    private sealed class Sizes : TheoryData<string, long>\n    {\n        public Sizes()\n        {\n            Add("4k", 4096);\n            Add(" 3m ", 3145728);\n        }\n    }\n\n    [Theory, ClassData(typeof(Sizes))]\n    public void Reads(string text, long want) => Assert.Equal(want, Size.ToBytes(text));\n}\n'
  const changes = [
    { file: source, before: 'limit = 60', after: 'limit = 30' },
    { file, before, after },
  ]
  expect(findWeakened(changes)).toEqual([])
})
