import { describe, expect, it } from 'vitest'
import type { WeakenedKind } from '../../schema/weakened-check.js'
import { shape } from './file-change.js'
import { tellsOf } from './tells-of.js'

const about = (kind: WeakenedKind) =>
  shape({ kind, file: 'test/legacy-exporter.test.ts', names: ['writes a CSV file'], detail: '' })

describe('tellsOf', () => {
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
    ['command', 'The test step no longer fails the workflow.'],
    ['command', 'I made the CI job non-blocking.'],
    ['threshold', 'I lowered the coverage threshold to 60 %.'],
    ['stand_in', 'The client is mocked in the set-up file.'],
  ])('hears of %s: %s', (kind, text) => {
    expect(tellsOf([text], about(kind))).toBe(true)
  })

  it.each<[WeakenedKind, string]>([
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
  ])('does not hear of %s: %s', (kind, text) => {
    expect(tellsOf([text], about(kind))).toBe(false)
  })
})
