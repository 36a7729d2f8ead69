import { expect, it } from 'vitest'
import type { CommandRun } from '../../../schema/evidence.js'
import { makeCommandRun } from '../../__fixtures__/command-run.js'
import { findQuieted } from './quieted-tests.js'

const file = 'test/cart_test.rb'
const counts = (passed: number, failed: number) => ({ passed, failed, skipped: 0 })
const red = (name: string, fields: Partial<CommandRun> = {}) =>
  makeCommandRun({ result: 'failed', failing: [name], counts: counts(1, 1), step: 3, ...fields })
const green = (passed: number) =>
  makeCommandRun({ result: 'passed', counts: counts(passed, 0), step: 6 })
const edited = [{ file, step: 5, turn: 1, inert: false, creates: false }]

const suite = (...tests: string[]): string =>
  `class CartTest < Minitest::Test\n${tests.join('\n')}\nend\n`
const total = '  def test_total\n    assert_equal 3, Cart.new.total\n  end'
const limit = '  def test_limit\n    assert_equal 0, Cart.new.limit\n  end'
const skipped = '  def test_limit\n    skip "later"\n    assert_equal 0, Cart.new.limit\n  end'
const LIMIT = 'CartTest#test_limit [test/cart_test.rb:7]'

it.each<[string, string, string, CommandRun[], string[]]>([
  ['skipped', suite(total), suite(total, skipped), [red(LIMIT), green(1)], ['skipped']],
  ['taken out', suite(total), suite(total), [red(LIMIT), green(1)], ['deleted']],
  ['made green', suite(total), suite(total, limit), [red(LIMIT), green(2)], []],
  ['still red', suite(total), suite(total, skipped), [red(LIMIT)], []],
  ['of another file', suite(total), suite(total), [red(LIMIT), green(2)], []],
  ['still there', suite(total), `${suite(total)}# test_limit`, [red(LIMIT), green(1)], []],
  [
    'known before the session',
    suite(total, skipped),
    suite(total, skipped),
    [red(LIMIT), green(1)],
    [],
  ],
  [
    'counted in packages',
    suite(total),
    suite(total),
    [red('TestLimit', { gist: 'FAIL shop/cart 0.1s' }), green(1)],
    [],
  ],
  ['named by a sentence', suite(total), suite(total), [red('Cart has a limit'), green(1)], []],
])('finds a red test of the session that was %s', async (_, before, after, commands, kinds) => {
  const isAnywhere = async (name: string) => after.includes(name)
  const found = await findQuieted(
    [{ file, before, after }],
    { commands, edits: edited },
    isAnywhere,
  )
  expect(found.map(({ kind }) => kind)).toEqual(kinds)
})

it('finds a red test of a language without a table that no longer runs', async () => {
  const one = { file: 'Tests/CartTests/CartTests.swift', before: 'func testTotal() {}\n' }
  const change = { ...one, after: 'func totalTest() {}\n' }
  const found = await findQuieted(
    [change],
    {
      commands: [red('-[CartTests.CartTests testTotal]'), green(1)],
      edits: [{ ...edited[0]!, file: change.file }],
    },
    async (name) => change.after.includes(name),
  )
  expect(found.map(({ kind }) => kind)).toEqual(['deleted'])
})
