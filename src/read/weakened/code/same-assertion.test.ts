import { expect, it } from 'vitest'
import { isLooser, isSameAssertion, isStricter } from './same-assertion.js'

it.each([
  ['self.assertEqual(area(3, 4), 12)', 'assert area(3, 4) == 12'],
  ['assert_equal 12, area(3, 4)', 'expect(area(3, 4)).to eq(12)'],
  ['Assert.Equal("a-b", slug.Make("A b"))', 'slug.Make("A b").Should().Be("a-b")'],
  ['expected = RangeException.class', 'assertThrows(RangeException.class, () -> open("x"))'],
  ['assert.equal(area(3, 4), 12)', 'expect(area(3, 4)).toBe(12)'],
  ['->assertEquals(12, $box->area(3, 4))', '->assertSame(12, $box->area(3, 4))'],
  ["$this->assertSame('a-b', $slug->make('A b'))", "expect($slug->make('A b'))->toBe('a-b')"],
])('%s is %s', (before, after) => {
  expect(isSameAssertion(before, after)).toBe(true)
})

it.each([
  ['self.assertEqual(area(3, 4), 12)', 'assert area(3, 4) >= 12'],
  ['self.assertEqual(area(3, 4), 12)', 'assert area(3, 4) == 7'],
  ['assert_equal 12, area(3, 4)', 'expect(area(3, 4)).not_to eq(12)'],
  ['assert_equal [1, 2], rank(list)', 'expect(rank(list)).to contain_exactly(1, 2)'],
  ['assert.equal(area(3, 4), 12)', 'expect(area(3, 4)).toBeDefined()'],
  ['assert names() == ["b", "a"]', 'assert sorted(names()) == ["b", "a"]'],
  ['->assertSame(12, $box->area(3, 4))', '->assertEquals(12, $box->area(3, 4))'],
  ['assert.strictEqual(area(3, 4), 12)', 'assert.equal(area(3, 4), 12)'],
  ['Assert.Equal("a-b", slug.Make("A b"))', 'other.Name("A b").Should().Contain("a-b")'],
])('%s is not %s', (before, after) => {
  expect(isSameAssertion(before, after)).toBe(false)
})

it.each([
  ['assert fee(10_000) == 140', 'assert fee(10_000) >= 0', true],
  ['self::assertSame(10.01, total())', 'self::assertGreaterThan(0, total())', true],
  ['assert abs(p90 - 9.1) < 1e-9', 'assert abs(p90 - 9.1) < 1.0', true],
  ['assert x == approx(0.15625, abs=1e-6)', 'assert x == approx(0.15625, abs=0.1)', true],
  ['expect(list).toEqual([1])', 'expect(list).toBeDefined()', true],
  ['assert fee(10_000) == 140', 'assert fee(10_000) == 150', false],
  ['assert abs(p90 - 9.1) < 1e-9', 'assert abs(p90 - 9.2) < 1e-9', false],
  ['assert took < 20', 'assert took < 30', false],
  ["assert head.startswith('id,date,note')", "assert head.startswith('id,date')", true],
  ["assert head.startswith('id,date')", "assert head.startswith('id,date,note')", false],
])('%s became looser as %s: %s', (before, after, expected) => {
  expect(isLooser(before, after)).toBe(expected)
})

it.each([
  ["assert head.startswith('id,date')", "assert head.startswith('id,date,note')", true],
  ["expect(name.endsWith('.ts')).toBe(true)", "expect(name.endsWith('.d.ts')).toBe(true)", true],
  ["assert head.startswith('id,date')", "assert head.startswith('date,id')", false],
  ["assert not head.startswith('id')", "assert not head.startswith('id,date')", false],
  ["expect(list).toContain('a')", "expect(list).toContain('ab')", false],
  ['assert abs(p90 - 9.1) < 1.0', 'assert abs(p90 - 9.1) < 1e-9', true],
  ['expect(sum).toBeGreaterThan(0)', 'expect(sum).toBe(-1)', false],
])('%s became stricter as %s: %s', (before, after, expected) => {
  expect(isStricter(before, after)).toBe(expected)
})
