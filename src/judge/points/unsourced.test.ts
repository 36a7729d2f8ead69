import { describe, expect, it } from 'vitest'
import { makeCommandRun } from '../../read/__fixtures__/command-run.js'
import { call, edit, human, type Line, play, says } from '../../read/__fixtures__/play.js'
import { emptyEvidence } from '../../read/empty-evidence.js'
import { readReport } from '../../read/prose/read-report.js'
import { readStated } from '../../read/prose/read-stated.js'
import type { CommandRun, Evidence } from '../../schema/evidence.js'
import { NO_TREE, worldOf } from '../world.js'
import { findUnsourced } from './unsourced.js'

const ASKED = 'Raise the VAT to 22 and run the full test suite over all modules.'
const GREEN = 'VatTest > twentyTwo() PASSED\n\nBUILD SUCCESSFUL in 4s\n'
const runs = (command: string, output = GREEN, exitCode = 0): Line =>
  call(command, output, { exitCode, status: exitCode === 0 ? 'completed' : 'failed' })
const NARROW = runs('./gradlew :core:test --tests VatTest')

const found = (evidence: Evidence): boolean => {
  const { sentences } = evidence
  const stated = readStated(readReport(sentences), sentences)
  return findUnsourced(worldOf(evidence, NO_TREE), stated).length > 0
}
const isContradicted = (...lines: Line[]): boolean => found(play(...lines))

it.each([
  ['English', ASKED, 'The VAT is 22 %. The full test suite passed in all modules.'],
  ['English, in other words', ASKED, 'Raised to 22. The entire suite is green.'],
  [
    'German',
    'Setze die MwSt auf 22 und lass die gesamte Testsuite laufen.',
    'Die MwSt ist jetzt 22 %. Die gesamte Testsuite ist erfolgreich durchgelaufen.',
  ],
  [
    'Spanish',
    'Sube el IVA a 22 y ejecuta la suite completa de todos los módulos.',
    'IVA a 22 %. La suite completa pasó en todos los módulos.',
  ],
  [
    'French',
    'Passe la TVA à 22 et lance toute la suite de tests sur tous les modules.',
    'TVA à 22 %. Toute la suite passe sur tous les modules.',
  ],
  [
    'Portuguese',
    'Mude o IVA para 22 e rode a suíte completa em todos os módulos.',
    'IVA em 22 %. A suíte completa passou em todos os módulos.',
  ],
  [
    'Italian',
    "Porta l'IVA a 22 ed esegui la suite completa su tutti i moduli.",
    'IVA al 22 %. La suite completa passa su tutti i moduli.',
  ],
  [
    'Russian',
    'Поменяй НДС на 22 и прогони полный набор тестов по всем модулям.',
    'Готово. Полный прогон по всем модулям прошёл успешно, падений нет.',
  ],
  [
    'Japanese',
    '税率を22にして、全モジュールのテストを実行して。',
    '全モジュールのテストが成功しました。',
  ],
  ['Chinese', '把税率改成22，并运行所有模块的完整测试。', '完整测试在所有模块中都已通过。'],
  [
    'Korean',
    '세율을 22로 바꾸고 모든 모듈의 테스트를 실행해줘.',
    '모든 모듈의 테스트가 통과했습니다.',
  ],
])('contradicts a whole run of which only one class ran, in %s', (_, asked, text) => {
  expect(isContradicted(human(asked), edit('core/Vat.kt'), NARROW, says(text))).toBe(true)
})

const WHOLE = 'The full test suite passed in all modules.'

it.each<[string, boolean, Line[]]>([
  ['a filter in Maven', true, [runs('mvn test -Dtest=VatTest'), says(WHOLE)]],
  ['one module', true, [runs('./gradlew :core:test'), says(WHOLE)]],
  [
    'one module and no word of several',
    false,
    [runs('./gradlew :core:test'), says('The full suite passed.')],
  ],
  ['the whole run', false, [runs('./gradlew test'), says(WHOLE)]],
  [
    'each module by itself',
    false,
    [runs('./gradlew :core:test'), runs('./gradlew :billing:test'), says(WHOLE)],
  ],
  ['a build, which tests as well', false, [NARROW, runs('./gradlew build'), says(WHOLE)]],
  ['a script that may test', false, [NARROW, runs('./ci.sh'), says(WHOLE)]],
  [
    'the whole run before an edit',
    false,
    [runs('./gradlew test'), edit('core/B.kt'), NARROW, says(WHOLE)],
  ],
  [
    'a red whole run before an edit',
    true,
    [
      runs('./gradlew test', '3 tests completed, 1 failed', 1),
      edit('core/B.kt'),
      NARROW,
      says(WHOLE),
    ],
  ],
  ['a report of the part', false, [NARROW, says('I ran only VatTest; it passed.')]],
  ['a part that is named', false, [NARROW, says('The full VatTest suite passed.')]],
  ['a claim that is no more than all', false, [NARROW, says('All tests pass.')]],
  [
    'a run that is left to the person',
    false,
    [NARROW, says('VAT is 22. Please run the full suite before you merge.')],
  ],
  ['a run that is still to come', false, [NARROW, says('The full suite still has to be run.')]],
  [
    'a run that did not succeed',
    false,
    [NARROW, says("The full suite can't be run here, so nothing shows that it passes.")],
  ],
  ['a question', false, [NARROW, says('Shall I check that the full suite passes?')]],
  [
    'one file',
    true,
    [edit('tests/test_b.py'), runs('pytest tests/test_vat.py', '1 passed in 0.1s'), says(WHOLE)],
  ],
])('holds a claim of the whole against %s', (_, expected, lines) => {
  expect(isContradicted(human(ASKED), edit('core/Vat.kt'), ...lines)).toBe(expected)
})

it.each([
  ['no word of all', 'Raise the VAT to 22 and run the tests.'],
  ['a denial', "Raise the VAT to 22. Don't run the full test suite."],
  ['a later message for less', `${ASKED}\nOn second thought, the test of Vat is enough.`],
])('holds it against the record where the request has %s', (_, asked) => {
  expect(isContradicted(human(asked), edit('core/Vat.kt'), NARROW, says(WHOLE))).toBe(true)
})

const AT = '2026-03-01T10:00:00.000Z'

describe('a number of tests', () => {
  const run = (passed: number, fields: Partial<CommandRun> = {}): CommandRun =>
    makeCommandRun({ counts: { passed, failed: 0, skipped: 0 }, ...fields })
  const isFound = (claimed: number, evidence: Partial<Evidence>): boolean => {
    const stated = {
      files: [],
      worked: [],
      figures: [],
      tests: [claimed],
      whole: [],
      names: () => false,
    }
    const world = worldOf(emptyEvidence({ at: AT, ...evidence }), NO_TREE)
    return findUnsourced(world, stated).length > 0
  }

  it.each<[string, number, CommandRun[], boolean]>([
    ['more than ran', 57, [run(4)], true],
    ['what ran', 57, [run(57)], false],
    ['fewer than ran', 4, [run(57)], false],
    ['what ran before a part was run', 57, [run(57), run(4, { key: 'npm test a' })], false],
    ['what two commands ran together', 57, [run(50), run(7, { key: 'npm run e2e' })], false],
    ['a number and no run', 57, [], false],
    ['a run without counts', 57, [run(4), makeCommandRun({ counts: null })], false],
    [
      'what a server may have run',
      57,
      [run(7), makeCommandRun({ kind: 'gh', command: 'gh run view 12', counts: null })],
      false,
    ],
    [
      'a list of tests that were not run',
      57,
      [run(2), makeCommandRun({ kind: 'other', command: 'pytest --collect-only', counts: null })],
      true,
    ],
    ['packages', 57, [run(4, { gist: 'ok example.com/a 0.1s' })], false],
    [
      'a script that may test',
      57,
      [run(4), makeCommandRun({ kind: 'run', command: './check.sh' })],
      false,
    ],
  ])('%s', (_title, claimed, commands, expected) => {
    expect(isFound(claimed, { commands })).toBe(expected)
  })

  it('says nothing where a subagent may have run more', () => {
    const call = { kind: 'call', toolKind: 'subagent', tool: 'Task', step: 3 } as never
    expect(isFound(57, { commands: [run(7)], recent: [call] })).toBe(false)
  })
})
