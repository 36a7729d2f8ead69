import { expect, it } from 'vitest'
import { change } from '../__fixtures__/changes.js'
import { findWeakened } from '../find-weakened.js'

const found = (file: string, before: string, after: string): unknown =>
  findWeakened([change(file, before, after)]).map(({ kind, conditional, detail }) => [
    kind,
    conditional,
    detail,
  ])

it.each([
  [
    '.rubocop.yml',
    'Metrics/AbcSize:\n  Max: 17\nMetrics/ClassLength:\n  Max: 100\n',
    'Metrics/AbcSize:\n  Max: 30\nMetrics/ClassLength:\n  Max: 100\n',
    'abc size: 17 → 30',
  ],
  [
    '.flake8',
    '[flake8]\nmax-complexity = 8\n',
    '[flake8]\nmax-complexity = 12\n',
    'max complexity: 8 → 12',
  ],
  ['.pylintrc', '[DESIGN]\nmax-args=5\n', '[DESIGN]\nmax-args=9\n', 'max args: 5 → 9'],
  [
    'clippy.toml',
    'too-many-arguments-threshold = 6\n',
    'too-many-arguments-threshold = 10\n',
    'too many arguments threshold: 6 → 10',
  ],
])(
  'a limit of a linter is higher in %s: a threshold where a check was red',
  (file, before, after, detail) => {
    expect(found(file, before, after)).toEqual([['threshold', true, detail]])
  },
)

it.each([
  ['a lower one', '.rubocop.yml', 'Metrics/AbcSize:\n  Max: 17\n', 'Metrics/AbcSize:\n  Max: 15\n'],
  [
    'the length of a line',
    '.rubocop.yml',
    'Layout/LineLength:\n  Max: 80\n',
    'Layout/LineLength:\n  Max: 120\n',
  ],
  [
    'the length of a line in Python',
    '.flake8',
    '[flake8]\nmax-line-length = 88\n',
    '[flake8]\nmax-line-length = 100\n',
  ],
  ['the size of a pool', 'setup.cfg', '[pool]\nmax = 4\n', '[pool]\nmax = 8\n'],
])('another limit is none: %s', (_, file, before, after) => {
  expect(found(file, before, after)).toEqual([])
})
