import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import { findWeakened } from '../find-weakened.js'

const rust = (drawn: string): string =>
  `proptest! {\n    #[test]\n    fn sums(${drawn}) {\n        prop_assert!(sum(n) >= n);\n    }\n}\n`
const python = (drawn: string): string =>
  `@given(${drawn})\ndef test_sums(n):\n    assert total(n) >= n\n`
const java = (drawn: string): string =>
  `class SumTest {\n  @Property\n  void sums(${drawn}) {\n    assertThat(sum(n)).isAtLeast(n);\n  }\n}\n`

const kinds = (file: string, before: string, after: string): string[] =>
  findWeakened([change(file, before, after)]).map(({ kind }) => kind)

it.each([
  ['Rust', 'tests/sum.rs', rust('n in 0u32..'), rust('n in 0u32..10')],
  ['Python', 'tests/test_sum.py', python('integers()'), python('integers(min_value=1)')],
  ['Java', 'src/test/java/SumTest.java', java('@ForAll int n'), java('@ForAll @Positive int n')],
])('a property that is tried with other values is noted: %s', (_, file, before, after) => {
  expect(kinds(file, before, after)).toEqual(['expectations'])
})

it.each([
  ['spaces alone', 'tests/sum.rs', rust('n in 0u32..10'), rust('n in 0u32 .. 10')],
  [
    'a test of one value',
    'tests/test_sum.py',
    'def test_sums(n):\n    assert total(n) >= n\n',
    'def test_sums(n, m):\n    assert total(n) >= n\n',
  ],
])('%s: nothing to note', (_, file, before, after) => {
  expect(kinds(file, before, after)).toEqual([])
})
