import { expect, it } from 'vitest'
import { call, edit, human, type Line, play, says } from '../__fixtures__/play.js'

const COVERED = `OK (31 tests, 58 assertions)\n\n Summary:\n  Methods: 70.00% (42/60)\n  Lines:   72.41% (210/290)\n`
const RUN = call('vendor/bin/phpunit --coverage-text', COVERED, { exitCode: 0 })

const factsOf = (text: string, run: Line = RUN): string[] =>
  play(human('Add a test and give me the numbers.'), edit('tests/ATest.php'), run, says(text))
    .claims.filter(({ status }) => status === 'contradicted')
    .map(({ fact }) => fact ?? '')

const table = (...rows: string[]): string =>
  `Numbers:\n\n${rows.map((row) => `| ${row} |`).join('\n')}`
const TESTS = ['You say that 48 tests pass, but 31 ran']
const COVERAGE = ['You say that the coverage is 100 %, but the run printed 72.41 %']

it.each<[string, string, string[]]>([
  ['a table without a head', '| | |\n|---|---|\n| Testes | 48 |\n| Falhas | 0 |', TESTS],
  ['a table with a head', table('Metric | Value', '---|---', 'Tests | 48', 'Failures | 0'), TESTS],
  ['a list', 'Numbers:\n\n- Tests: 48\n- Failures: 0', TESTS],
  ['a label that says that they ran', 'Done.\n\n- Tests run: 48', TESTS],
  ['a table beside words', `All tests pass.\n\n${table('Tests | 48', 'Failed | 0')}`, TESTS],
  ['German', '- Tests: 48\n- Fehler: 0', TESTS],
  ['Spanish', '- Pruebas: 48\n- Fallos: 0', TESTS],
  ['French', '- Tests : 48\n- Échecs : 0', TESTS],
  ['Italian', '- Test totali: 48\n- Falliti: 0', TESTS],
  ['Russian', '- Всего тестов: 48\n- Ошибок: 0', TESTS],
  ['Japanese', '- テスト数：48\n- 失敗：0', TESTS],
  ['Chinese', '- 测试总数：48\n- 失败：0', TESTS],
  ['Korean', '- 테스트: 48\n- 실패: 0', TESTS],
  ['coverage', '- Coverage: 100%', COVERAGE],
  ['coverage without a sign between', '- Tests: 31\n- Line coverage 100%', COVERAGE],
  ['coverage in Portuguese', table('Testes | 31', 'Cobertura de linhas | 100%'), COVERAGE],
  ['coverage in German', '- Testabdeckung: 100 %', COVERAGE],
  ['coverage in Japanese', '- カバレッジ: 100%', COVERAGE],
])('holds a number in a list against the run: %s', (_, text, expected) => {
  expect(factsOf(text)).toEqual(expected)
})

it.each<[string, string]>([
  ['the right numbers', table('Tests | 31', 'Failures | 0', 'Line coverage | 72.41%')],
  ['rounded coverage', '- Coverage: 73%'],
  ['coverage with a comma', '- Cobertura: 72,4 %'],
  ['tests that a project has', '- Tests: 48'],
  [
    'tests of a folder',
    table('Folder | Files', '---|---', 'src | 120', 'tests | 48', 'failing | 0'),
  ],
  ['another thing', '- Test files: 48\n- Failures: 0'],
  ['new tests', '- Tests added: 48\n- Failures: 0'],
  ['assertions', '- Assertions: 58\n- Failures: 0'],
  [
    'three columns',
    table('Metric | Before | After', '---|---|---', 'Tests | 48 | 31', 'Failures | 0 | 0'),
  ],
  ['numbers of before', 'Before the change:\n\n- Tests: 48\n- Failures: 0'],
  ['a goal', '## Target\n\n- Coverage: 100%'],
  ['a goal in a table', table('Metric | Target', '---|---', 'Coverage | 100%')],
  ['coverage of a file', 'Coverage of `Frete.php`:\n\n- Coverage: 100%'],
  ['coverage of branches', '- Branch coverage: 100%'],
  ['what a server ran', 'From CI:\n\n- Tests: 48\n- Failures: 0'],
  ['a quote', '> Tests: 48\n> Failures: 0'],
  ['code', '```\nTests: 48\nFailures: 0\nCoverage: 100%\n```'],
  ['a question', '- Coverage: 100%?'],
])('leaves alone: %s', (_, text) => {
  expect(factsOf(text)).toEqual([])
})

it.each<[string, Line]>([
  [
    'prints no sum',
    call('vendor/bin/phpunit --coverage-html out', 'OK (31 tests, 58 assertions)', { exitCode: 0 }),
  ],
  [
    'has a file with as much',
    call(
      'npx vitest run --coverage',
      ' Tests  3 passed (3)\nAll files | 72 | 72 | 72 | 72 |\n a.ts | 100 | 100 | 100 | 100 |',
      { exitCode: 0 },
    ),
  ],
])('leaves coverage alone where the run %s', (_, run) => {
  expect(factsOf('- Coverage: 100%', run)).toEqual([])
})
