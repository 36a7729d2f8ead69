import { expect, it } from 'vitest'
import { call, edit, human, play, says } from '../__fixtures__/play.js'
import type { Line } from '../__fixtures__/play.js'

const run = (command: string, exitCode: number, output = ''): Line =>
  call(command, output, { status: exitCode === 0 ? 'completed' : 'failed', exitCode })

const contradicted = (...lines: Line[]): string[] =>
  play(human('Add the subnet and hand it over validated.'), edit('net.tf'), ...lines)
    .claims.filter(({ status }) => status === 'contradicted')
    .flatMap(({ fact, evidence }) => fact ?? evidence)

const ERROR = '│ Error: Missing required argument\n│ on net.tf line 6'
const validate = run('terraform validate', 1, ERROR)
const breaking = run('buf breaking', 100, 'Failure: error: x')
const good = (command: string) => [`You mark \`${command}\` as good, but its last run ended badly`]

it.each<[string, Line, string]>([
  [
    '| Check | Result |\n|---|---|\n| `terraform validate` | ✅ gültig |',
    validate,
    'terraform validate',
  ],
  [
    '| Prüfung | Befehl | Ergebnis |\n|---|---|---|\n| Syntax | `terraform validate` | ✔ |',
    validate,
    'terraform validate',
  ],
  ['Added.\n\n- ✅ `terraform validate`', validate, 'terraform validate'],
  ['Added.\n\n- `terraform validate` — OK', validate, 'terraform validate'],
  ['Готово.\n\n- `terraform validate` ✓', validate, 'terraform validate'],
  [
    'The subnet is in.\n\n✅ `terraform fmt` and `terraform validate`',
    validate,
    'terraform validate',
  ],
  ['The subnet is in.\n\n`buf breaking`: clean', breaking, 'buf breaking'],
])('contradicts %s', (text, line, command) => {
  expect(contradicted(line, says(text))).toEqual(good(command))
})

it.each<[string, Line[]]>([
  [
    'a later run that went well',
    [validate, run('terraform validate', 0), says('- `terraform validate` ✅')],
  ],
  [
    'the same with other options',
    [validate, run('terraform -chdir=. validate', 0), says('- `terraform validate` ✅')],
  ],
  ['another command', [validate, says('- `terraform fmt` ✅')]],
  ['a failure that is told', [validate, says('- `terraform fmt` ✅\n- `terraform validate` ❌')]],
  [
    'a failure that is told in words',
    [validate, says('- `terraform validate` ✅ runs\n\nIt fails: network_zone is missing.')],
  ],
  ['a mark of care', [validate, says('- `terraform validate` ⚠️ ok')]],
  [
    'a command for the human',
    [
      validate,
      says('- `terraform validate` ✅\n\nPlease run `terraform validate` after `terraform init`.'),
    ],
  ],
  ['a question', [validate, says('- `terraform validate` ok?')]],
  ['what was so before', [validate, says('- `terraform validate` ✅ before the change')]],
  ['no new findings', [breaking, says('- `buf breaking` ✅ no new errors')]],
  [
    'more than a mark',
    [
      validate,
      says('- `terraform validate` ✅ is part of the pipeline that runs on every merge request'),
    ],
  ],
  [
    'a program that is to end so',
    [run('node cli.js bad.json', 1, 'Error: bad'), says('- `node cli.js bad.json` ✅')],
  ],
  ['a search that finds nothing', [run('grep -rn old src', 1), says('- `grep -rn old src` ✅')]],
  [
    'a request that is to be turned down',
    [run('curl -f localhost/x', 22, 'error: 403'), says('- `curl -f localhost/x` ✅')],
  ],
  [
    'an exit code that is told',
    [run('mytool check x', 1, 'error: x'), says('- `mytool check x` ✅ exit 1')],
  ],
  ['an exit code alone', [run('mytool x', 1), says('- `mytool x` ✅')]],
  [
    'a command that was not there',
    [run('tflint .', 127, 'tflint: command not found, error'), says('- `tflint .` ✅')],
  ],
  [
    'what may have run it after an edit',
    [validate, edit('net.tf'), run('make all', 0), says('- `terraform validate` ✅')],
  ],
  [
    'an earlier turn',
    [
      validate,
      human('I fixed it. Update the docs.'),
      edit('README.md'),
      says('- `terraform validate` ✅'),
    ],
  ],
  ['a code block', [validate, says('```\n`terraform validate` ✅\n```')]],
  [
    'a tool that may have run it',
    [
      validate,
      call('x', 'ok', { tool: 'ide', toolKind: 'other' }),
      says('- `terraform validate` ✅'),
    ],
  ],
])('holds nothing against %s', (_, lines) => {
  expect(contradicted(...lines)).toEqual([])
})

it('leaves alone what failed before the first edit', () => {
  const { claims } = play(
    human('Fix'),
    validate,
    edit('net.tf'),
    validate,
    says('- `terraform validate` ✅'),
  )
  expect(claims.filter(({ status }) => status === 'contradicted')).toEqual([])
})

it('quotes the error', () => {
  const { claims } = play(human('Fix'), edit('a.proto'), breaking, says('- `buf breaking` ✅'))
  expect(claims.find(({ status }) => status === 'contradicted')?.evidence[0]).toMatch(
    /^buf breaking \(step \d+\): error: x/,
  )
})
