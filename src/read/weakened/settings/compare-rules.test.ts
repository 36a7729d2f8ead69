import { expect, it } from 'vitest'
import { findWeakened } from '../find-weakened.js'

const kindsOf = (file: string, before: string, after: string): string[] => [
  ...new Set(findWeakened([{ file, before, after }]).map(({ kind }) => kind)),
]

const eslint = (rules: string): string => `export default [{ rules: {\n${rules}} }]\n`

it.each<[string, string, string, string]>([
  [
    'a rule whose line is gone',
    'eslint.config.js',
    eslint("  'react-hooks/exhaustive-deps': 'error',\n  'no-console': 'warn',\n"),
    eslint("  'no-console': 'warn',\n"),
  ],
  [
    'a rule with options that is gone',
    '.eslintrc.json',
    '{ "rules": { "eqeqeq": ["error", "always"], "no-var": "error" } }\n',
    '{ "rules": { "no-var": "error" } }\n',
  ],
  [
    'a lint of a manifest that is gone',
    'Cargo.toml',
    '[lints.clippy]\nunwrap_used = "deny"\ntodo = "deny"\n',
    '[lints.clippy]\ntodo = "deny"\n',
  ],
  [
    'a rule that is not chosen any more',
    '.swiftlint.yml',
    'opt_in_rules:\n  - force_unwrapping\n  - empty_count\n',
    'opt_in_rules:\n  - empty_count\n',
  ],
  [
    'a rule that is disabled',
    '.swiftlint.yml',
    'line_length: 120\n',
    'line_length: 120\ndisabled_rules:\n  - force_try\n',
  ],
  [
    'a place that is ignored',
    '.dialyzer_ignore.exs',
    '[\n  ~r"lib/proto/.*"\n]\n',
    '[\n  ~r"lib/proto/.*",\n  ~r"lib/accounts.*"\n]\n',
  ],
  [
    'a place that is left out',
    '.rubocop.yml',
    'AllCops:\n  Exclude:\n    - "db/schema.rb"\n',
    'AllCops:\n  Exclude:\n    - "db/schema.rb"\n    - "app/report_*.rb"\n',
  ],
  [
    'warnings that are no errors',
    'Makefile',
    'CFLAGS := -Wall -Werror -O2\n',
    'CFLAGS := -Wall -O2\n',
  ],
  [
    'warnings of a build that are no errors',
    'CMakeLists.txt',
    'add_compile_options(-Wall -Werror)\n',
    'add_compile_options(-Wall)\n',
  ],
  [
    'races that are not looked for',
    'scripts/test.sh',
    'set -e\ngo test -race ./...\n',
    'set -e\ngo test ./...\n',
  ],
  [
    'memory that is not looked at',
    'Makefile',
    'check:\n\tcc -fsanitize=address a.c\n',
    'check:\n\tcc a.c\n',
  ],
])('notes %s', (_, file, before, after) => {
  expect(kindsOf(file, before, after)).toEqual(['rules'])
})

it.each<[string, string, string, string]>([
  [
    'a rule that stands elsewhere in the file',
    'eslint.config.js',
    eslint("  'no-var': 'error',\n  'eqeqeq': 'error',\n"),
    eslint("  eqeqeq: ['error', 'always'],\n  'no-var': 'error',\n"),
  ],
  [
    'a rule that was off',
    '.eslintrc.json',
    '{ "rules": { "eqeqeq": "off" } }\n',
    '{ "rules": {} }\n',
  ],
  [
    'a flag in another place',
    'Makefile',
    'CFLAGS := -Wall -Werror\n',
    'WARN := -Werror\nCFLAGS := -Wall $(WARN)\n',
  ],
  ['a flag that is stricter', 'Makefile', 'CFLAGS := -Wall\n', 'CFLAGS := -Wall -Werror\n'],
  [
    'a place that is looked at again',
    '.rubocop.yml',
    'AllCops:\n  Exclude:\n    - "app/a.rb"\n',
    'AllCops:\n  TargetRubyVersion: 3.2\n',
  ],
])('notes nothing of %s', (_, file, before, after) => {
  expect(kindsOf(file, before, after)).toEqual([])
})
