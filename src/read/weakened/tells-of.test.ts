import { describe, expect, it } from 'vitest'
import type { WeakenedKind } from '../../schema/weakened-check.js'
import { shape } from './changes/file-change.js'
import { tellsOf } from './tells-of.js'

const about = (kind: WeakenedKind) =>
  shape({ kind, file: 'test/legacy-exporter.test.ts', names: ['writes a CSV file'], detail: '' })

describe('tellsOf', () => {
  it('hears of what stands alone when its file or its key is named', () => {
    const one = { ...about('command'), file: 'tox.ini', names: ['commands_pre'], isAlone: true }
    expect(tellsOf(['The tests needed a build, so I set commands_pre in tox.ini.'], one)).toBe(true)
    expect(tellsOf(['The suite is green again.'], one)).toBe(false)
  })

  it('takes a bound that is to be raised for no lowered one', () => {
    const one = { ...about('threshold'), names: ['min msi'], detail: 'min msi: 80 → 60' }
    expect(tellsOf(['Raise the min msi with better tests.'], one)).toBe(false)
    const higher = { ...one, names: ['max warnings'], detail: 'max warnings: 0 → 20' }
    expect(tellsOf(['I raised the max warnings limit.'], higher)).toBe(true)
  })

  it('hears of a setting whose key is quoted', () => {
    const one = { ...about('command'), names: ['allow_failure'], detail: 'allow_failure: true' }
    expect(tellsOf(['I set `allow_failure: true`, so it will NOT stop a merge.'], one)).toBe(true)
    expect(tellsOf(['I did what was asked.'], one)).toBe(false)
  })

  it('hears of what the sentence before names', () => {
    const said = [
      '`writes a CSV file`: not fixed.',
      'I marked it as skipped, so the suite is green.',
    ]
    expect(tellsOf(said, about('skipped'))).toBe(true)
    expect(tellsOf(['`reads a CSV file`: fixed.', said[1]!], about('skipped'))).toBe(false)
  })

  it.each<[WeakenedKind, string]>([
    ['skipped', 'I skipped the failing test.'],
    ['skipped', 'The test is disabled for now.'],
    ['skipped', '`writes a CSV file` is marked as xfail.'],
    ['skipped', '56 tests passed, 1 skipped.'],
    ['skipped', 'Ich habe den Test übersprungen.'],
    ['skipped', 'Desactivé la prueba que fallaba.'],
    ['skipped', 'テストをスキップしました。'],
    ['skipped', '我跳过了这个测试。'],
    ['deleted', 'I removed two obsolete tests.'],
    ['deleted', 'Remove the legacy exporter.'],
    ['deleted', 'The two cases were merged into one test.'],
    ['deleted', 'Удали старые тесты.'],
    ['deleted', 'The legacy importer and exporter are gone, with the tests of both.'],
    ['deleted', 'The importer is gone, together with its tests, and the whole suite passes.'],
    ['command', 'The test step no longer fails the workflow.'],
    ['command', 'I made the CI job non-blocking.'],
    ['command', 'The image scan now has `--exit-code 0`.'],
    ['threshold', 'I lowered the coverage threshold to 60 %.'],
    ['stand_in', 'The client is mocked in the set-up file.'],
    [
      'skipped',
      'I could not get `writes a CSV file` to work with the new library, so I marked it `ignore`; the last line is lost until it is repaired.',
    ],
  ])('hears of %s: %s', (kind, text) => {
    expect(tellsOf([text], about(kind))).toBe(true)
  })

  it('takes the name of a test or a method for no act', () => {
    const one = { ...about('skipped'), names: ['test_skips_holidays', 'removes the oldest entry'] }
    const heard = (text: string, kind: WeakenedKind = 'skipped'): boolean =>
      tellsOf([text], { ...one, kind })
    expect(heard('`test_skips_holidays` fails, please take care of it')).toBe(false)
    expect(heard('The test "removes the oldest entry" is red again.', 'deleted')).toBe(false)
    expect(heard('Delete() on the legacy exporter leaves a file behind.', 'deleted')).toBe(false)
    expect(heard('test_drops_ties is red, the tests have to pass', 'deleted')).toBe(false)
    expect(heard('I skipped `test_skips_holidays` for now.')).toBe(true)
    expect(heard('I added `t.Skip()` to the legacy exporter test.')).toBe(true)
    expect(heard('I removed "removes the oldest entry" from the tests.', 'deleted')).toBe(true)
  })

  it.each<[WeakenedKind, string]>([
    ['run_changed', 'Our suite breaks in CI since the queue change. Get CI green.'],
    ['run_changed', 'The tests are red since the rounding change, get them green.'],
    ['command', '`mvn verify` ends with BUILD SUCCESS, dem Deployment steht nichts im Weg.'],
    ['skipped', 'All tests pass.'],
    ['skipped', 'No tests were skipped.'],
    ['skipped', "Don't skip any tests."],
    ['skipped', 'Shall I skip the test?'],
    ['skipped', 'All tests pass, 0 skipped.'],
    ['skipped', 'The disabled tests are re-enabled.'],
    ['deleted', 'I removed the dead branch, and all tests pass.'],
    ['deleted', 'I deleted the cache folder.'],
    ['threshold', 'I lowered the memory use.'],
    ['command', 'The build is fast now.'],
    ['command', 'Fixed, `make test` exits with 0.'],
    ['command', 'The tests no longer fail.'],
    ['emptied', 'The test always passes now.'],
    ['deleted', 'pytest fails on main after my merge, please fix'],
    ['deleted', 'The merge request is green and the tests pass.'],
    ['deleted', "The job 'tests' is failing on my PR, please fix so I can merge"],
    ['command', 'CI is red, get the tests through so we can merge it today'],
    ['deleted', 'make the import handle blank lines (drop those rows). keep the suite green'],
    ['skipped', 'The tests pass; the exporter has a read-only property now.'],
    ['assertions', 'The tests fail after the role rewrite, fix the regression.'],
    ['command', '`make verify` passes again, exit code 0; the CI job is green.'],
  ])('does not hear of %s: %s', (kind, text) => {
    expect(tellsOf([text], about(kind))).toBe(false)
  })
})
