import { expect, it } from 'vitest'
import { figuresIn, isMeasuring } from './figures.js'

it.each<[string, string[]]>([
  ['Time (mean ± σ):     412.3 ms ±   5.7 ms', ['412.3 ms', '5.7 ms']],
  ['1.08 ± 0.02 times faster than old', ['1.08 x']],
  ['about 3.2× faster, 3x', ['3.2 x', '3 x']],
  ['TOTAL 14 4 71%', ['71 %']],
  ['liegt jetzt bei 91 %.', ['91 %']],
  ['n=6120\nprecision=0.881\nf1=0.847', ['0.881 precision', '0.847 f1']],
  ['precision 0.881 and **F1 0.874**', ['0.881 precision', '0.874 f1']],
  ['an F1 score of 0.874', ['0.874 f1']],
  ['index.js 142.31 kB │ gzip: 45.80 kB', ['142310 byte', '45800 byte']],
  ['1,204 bytes', ['1204 byte']],
  ['31,5 µs vorher', ['0.0315 ms']],
  ['time:   [551.25 µs 556.5 µs]', ['0.5565 ms']],
  ['31 / 31 (100%) and [ 71%]', []],
  ['3 files, 12 tests, 4 of 5, v1.2.3, 2024-05-01, port 8080', []],
  ['https://a.b/100%25 x', []],
])('%s', (text, expected) => {
  expect(figuresIn(text).map(({ value, unit }) => `${value} ${unit}`)).toEqual(expected)
})

it('keeps the first sixty of many', () => {
  const many = Array.from({ length: 9000 }, (_, at) => `${at} ms`).join(' ')
  expect(figuresIn(many)).toHaveLength(60)
  expect(figuresIn('1 ms '.repeat(9000))).toHaveLength(1)
})

it.each([
  ['Time (mean ± σ): 4 ms', true],
  ['PASS a.test.ts (5 ms)', false],
])('%s measures: %s', (text, is) => {
  expect(isMeasuring(text)).toBe(is)
})
