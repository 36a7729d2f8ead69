import { expect, it } from 'vitest'
import { readCoverage } from './read-coverage.js'

const text = (...lines: string[]): string => lines.join('\n')

it.each<[string, string, [number, number] | null]>([
  [
    'phpunit',
    text(
      '...............................    31 / 31 (100%)',
      ' Summary:',
      '  Classes: 57.14% (8/14)',
      '  Methods: 70.00% (42/60)',
      '  Lines:   72.41% (210/290)',
    ),
    [72.41, 72.41],
  ],
  [
    'phpunit with its classes',
    text(
      '  Lines:   72.41% (210/290)',
      'Frete',
      '  Methods: 100.00% ( 2/ 2)   Lines: 100.00% (  9/  9)',
    ),
    [72.41, 100],
  ],
  [
    'istanbul',
    text(
      'File      | % Stmts | % Branch | % Funcs | % Lines | Uncovered',
      'All files |   72.41 |       60 |   71.42 |   73.00 |',
      ' a.ts     |     100 |      100 |     100 |     100 |',
    ),
    [73, 100],
  ],
  ['istanbul, in short', text('Lines        : 72.41% ( 210/290 )'), [72.41, 72.41]],
  [
    'coverage.py',
    text(
      'tests/test_a.py ...  [100%]',
      'a.py      10      2    80%',
      'TOTAL     290     80    72%',
    ),
    [72, 80],
  ],
  ['go', text('ok  \ta\t0.1s\tcoverage: 72.4% of statements'), [72.4, 72.4]],
  ['simplecov', text('Line Coverage: 72.41% (210 / 290)'), [72.41, 72.41]],
  ['rows without a sum', text('a.py      10      2    80%'), null],
  ['no report', text('31 passed in 0.4s'), null],
])('reads the sum of %s', (_, output, expected) => {
  const found = readCoverage(output)
  expect(found === null ? null : [found.total, found.most]).toEqual(expected)
})
