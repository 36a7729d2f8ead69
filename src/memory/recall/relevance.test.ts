import { expect, it } from 'vitest'
import { saidBy } from '../../read/episodes/failure-names.js'
import { openMemoryStore } from '../../store/memory.js'
import { toSaidEntries } from '../said-entries.js'
import { memoryItems } from './memory-items.js'
import { emptySubject } from './recall-item.js'
import { relevanceTo } from './relevance.js'
import { subjectOfText } from './subject-of-text.js'

const CART = emptySubject({ words: 'test/cart.test.mjs › empty cart\nsrc/cart.mjs' })

it.each([
  ['Format the delivery day in src/delivery.mjs', null],
  ['Move test/invoice.test.mjs into src/invoice/', null],
  ['The cart is empty after a login', 'words'],
])('%s: a lesson of a cart is relevant by %s', (words, because) => {
  expect(relevanceTo(emptySubject({ words }), { about: CART })?.because ?? null).toBe(because)
})

it.each([
  ['expected <value> to be <value>', 'expected <value> to be <value>', 'check'],
  ['expected [ #, # ] to equal [ # ]', 'expected [ # ] to equal [ #, # ]', 'check'],
  ['invalid id <value>: must be # characters', 'the log file should be there', null],
  ['invalid id <value>: must be # characters', null, 'check'],
  [null, 'the log file should be there', 'check'],
])('a test that said %j, and says %j now, is known again by %s', (then, now, because) => {
  const error = (message: string | null) =>
    message === null
      ? null
      : { class: null, code: null, message, file: 'a_test.go', line: 1, symbol: null }
  const about = { checks: ['failure-1'], tests: ['TestReset'] }
  const known = emptySubject({ ...about, said: saidBy(error(then)) })
  const subject = emptySubject({ ...about, said: saidBy(error(now)) })
  expect(relevanceTo(subject, { about: known })?.because ?? null).toBe(because)
})

it.each([
  ['AssertionError', '# != #', 'NameError', 'name <value> is not defined', null],
  ['AssertionError', '# != #', 'AssertionError', 'lists differ', 'check'],
  [null, '# != #', 'NameError', 'name <value> is not defined', 'check'],
])('a test in which %s said %j, and %s says %j now, is known again by %s', (...row) => {
  const [thrown, then, throws, now, because] = row
  const said = (name: string | null, message: string) =>
    saidBy({ class: name, code: null, message, file: null, line: null, symbol: null })
  const about = { checks: ['failure-1'] }
  const known = emptySubject({ ...about, said: said(thrown, then) })
  const subject = emptySubject({ ...about, said: said(throws, now) })
  expect(relevanceTo(subject, { about: known })?.because ?? null).toBe(because)
})

it.each([
  ['no, we never use moment.js here, use date-fns', 'Format the delivery date', true],
  ['no, we never use moment.js here, use date-fns', 'Add moment to the page', true],
  ['no, we never use moment.js here, use date-fns', 'Rename the page', false],
  ['Errors of the checkout are always thrown as AppError', 'Add an apperror for refunds', true],
  ['Errors of the checkout are always thrown as AppError', 'Add a button', false],
  ['our linter is oxlint not eslint', 'run the linter', true],
  ['Amounts of an invoice are integer cents, never floats', 'Parse an integer', false],
  ['By the way, prices are stored in cents.', 'Show the price of each item', true],
  ['By the way, prices are stored in cents.', 'Which way is north?', false],
  ['The staging DB is read-only, so never write to it.', 'Import the orders into staging', true],
  ['Also, our API returns ISO dates.', 'Return the date of an order from the API', true],
  ['Tests go next to the code.', 'Write a test for the cart', true],
  ['Use tabs, not spaces.', 'Add a button to the page', true],
  ['We never use default exports.', 'Add a function to sum.mjs that subtracts.', true],
  ['We never use default exports.', 'What is the capital of France?', false],
  ['The staging DB is read-only, so never write to it.', 'Add a button to the page', false],
  ['Use tabs, not spaces.', 'What is the capital of France?', false],
  ['Use tabs, not spaces.', 'Thanks, that was it', false],
  ['Use tabs, not spaces.', 'We looked at moment.js', false],
  ['Always run the tests with --runInBand.', 'Run the tests of the cart, please.', true],
  ['Always run the tests with --runInBand.', 'Führe die Tests aus.', true],
  ['Always run the tests with --runInBand.', 'Fix the page and run pytest.', true],
  ['Always run the tests with --runInBand.', 'Run the linter.', false],
  ['Always run the tests with --runInBand.', 'Move the page of the cart.', false],
  ['Preise werden in Cent gespeichert.', 'Zeig den Preis im Warenkorb', true],
  ['価格はセント単位の整数で保存されています。', '合計の価格の表示を直して', true],
  ['価格はセント単位の整数で保存されています。', 'ログインを直して', false],
  ['가격은 센트 단위로 저장됩니다.', '장바구니에 가격을 보여줘', true],
])('«%s» is recalled at «%s»: %s', async (said, words, isRelevant) => {
  const store = await openMemoryStore()
  const [entry] = toSaidEntries([said], { sessionId: 'a', now: '2030-01-01T00:00:00.000Z' })
  await store.add([{ kind: 'memory', record: entry! }])
  const subject = subjectOfText(words)
  const found = await memoryItems({ store, sessionId: 'b' }).find(subject, 5)
  expect(found.some((item) => relevanceTo(subject, item) !== null)).toBe(isRelevant)
})

it('holds back what the same words said before, and nothing else', async () => {
  const store = await openMemoryStore()
  const said = [
    ['Use tabs, not spaces.', '01'],
    ['Use spaces, not tabs.', '02'],
    ['Tests go next to the code.', '03'],
    ['Always run all tests.', '04'],
    ['Use single quotes, not double quotes, in all TypeScript files.', '05'],
    ['We use camelCase for functions, not snake_case.', '05'],
    ['Never touch package.json without asking.', '05'],
    ['I changed my mind: use snake_case, not camelCase.', '06'],
    ['From now on package.json may be changed without asking.', '06'],
    ['Use camelCase, not snake_case, in Python.', '07'],
    ['From now on we use double quotes, not single quotes, in all TypeScript files.', '06'],
  ]
  for (const [text, day] of said) {
    const now = `2030-01-${day}T00:00:00.000Z`
    const [record] = toSaidEntries([text!], { sessionId: 'a', now })
    await store.add([{ kind: 'memory', record: record! }])
  }
  const items = await memoryItems({ store, sessionId: 'b' }).find(subjectOfText('Add a test'), 9)
  const held = items.filter(({ held }) => held !== null).map(({ text }) => text(400) as string)
  expect(held.toSorted()).toEqual([
    'The user said on 2030-01-01: Use tabs, not spaces.',
    'The user said on 2030-01-05: Never touch package.json without asking.',
    'The user said on 2030-01-05: Use single quotes, not double quotes, in all TypeScript files.',
    'The user said on 2030-01-05: We use camelCase for functions, not snake_case.',
  ])
})

it('lets no memory that waits for a pin take the place of a person’s', async () => {
  const store = await openMemoryStore()
  for (const [text, day, isHandedIn] of [
    ['We always use pnpm, never npm.', '01', false],
    ['We always use npm, never pnpm.', '02', true],
  ] as const) {
    const now = `2030-01-${day}T00:00:00.000Z`
    const [record] = toSaidEntries([text], { sessionId: 'a', now, isHandedIn })
    await store.add([{ kind: 'memory', record: record! }])
  }
  const subject = subjectOfText('install left-pad with npm or pnpm')
  const items = await memoryItems({ store, sessionId: 'b' }).find(subject, 9)
  const held = await Promise.all(items.map(async ({ text, held }) => [await text(400), held]))
  expect(Object.fromEntries(held)).toEqual({
    'The user said on 2030-01-01: We always use pnpm, never npm.': null,
    'The user said on 2030-01-02: We always use npm, never pnpm.': 'waits for a pin',
  })
})

it.each([
  ['We never use default exports.', 'Add a function to sum.mjs that subtracts.', 'code'],
  ['We never use default exports.', 'Remove the default exports of sum.mjs', 'words'],
])('«%s» is recalled at «%s» because of the same %s', async (said, words, because) => {
  const store = await openMemoryStore()
  const [entry] = toSaidEntries([said], { sessionId: 'a', now: '2030-01-01T00:00:00.000Z' })
  await store.add([{ kind: 'memory', record: entry! }])
  const subject = subjectOfText(words)
  const [found] = await memoryItems({ store, sessionId: 'b' }).find(subject, 5)
  expect(relevanceTo(subject, found!)?.because).toBe(because)
})
