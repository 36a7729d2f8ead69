import { describe, expect, it } from 'vitest'
import { recall } from '../recall.js'
import { itemName } from './choose-items.js'
import type { RecallTerms } from './choose-items.js'
import { emptySubject } from './recall-item.js'
import type { RecallItem, RecallSource, RecallSubject } from './recall-item.js'

const item = (id: string, fields: Partial<RecallItem> = {}): RecallItem => ({
  kind: 'lesson',
  id,
  key: id,
  text: () => `text of ${id}`,
  about: emptySubject({ checks: [id] }),
  held: null,
  tellsToRun: false,
  isMeasured: true,
  ...fields,
})

const sourceOf = (items: RecallItem[]): RecallSource => ({
  find: async () => items,
  get: async () => null,
})

const terms = (fields: Partial<RecallTerms> = {}): RecallTerms => ({
  maxItems: 3,
  maxChars: 1200,
  reasons: ['check', 'test', 'file', 'error', 'words'],
  seen: new Map(),
  green: new Set(),
  runsNothing: false,
  armOf: () => 'shown',
  ...fields,
})

const about: RecallSubject = {
  checks: ['key'],
  tests: ['cart › empty cart'],
  files: ['src/cart.ts'],
  errors: ['TypeError: x is # function'],
  words: 'the coupon total forgets shipping',
}

describe('recall', () => {
  it('ranks the same check before test, file, error and words', async () => {
    const items = [
      item('words', { about: emptySubject({ words: 'coupon shipping forgets' }) }),
      item('error', { about: emptySubject({ errors: ['TypeError: x is # function'] }) }),
      item('file', { about: emptySubject({ files: ['/repo/src/cart.ts'] }) }),
      item('test', { about: emptySubject({ tests: ['cart > empty cart'] }) }),
      item('check', { about: emptySubject({ checks: ['key'] }) }),
    ]
    const { decisions } = await recall(about, [sourceOf(items)], terms())
    expect(decisions.map(({ item, because, why }) => [item.id, because, why])).toEqual([
      ['check', 'check', 'shown'],
      ['test', 'test', 'shown'],
      ['file', 'file', 'shown'],
      ['error', 'error', 'no room'],
      ['words', 'words', 'no room'],
    ])
  })

  it.each([
    { why: 'not relevant', fields: { about: emptySubject({ words: 'capital of France' }) } },
    { why: 'not relevant', fields: { about: emptySubject({ words: 'coupon' }) } },
    { why: 'not relevant', fields: { about: emptySubject({ files: ['lib/index.ts'] }) } },
    { why: 'waits for a pin', fields: { held: 'waits for a pin' as const } },
    { why: 'shown already', given: { seen: new Map([['lesson:key', 'shown' as const]]) } },
    { why: 'held out', given: { seen: new Map([['lesson:key', 'held_out' as const]]) } },
    { why: 'held out', given: { armOf: () => 'held_out' as const } },
    { why: 'its check is green since', given: { green: new Set(['key']) } },
    {
      why: 'nothing is to be run',
      fields: { tellsToRun: true },
      given: { runsNothing: true },
    },
    { why: 'nothing of it stands in tracked files', fields: { text: () => '' } },
    { why: 'no room', given: { maxChars: 20 } },
    { why: 'not relevant', given: { reasons: ['words' as const] } },
  ])('says why an item is not shown: $why', async ({ why, fields = {}, given = {} }) => {
    const { text, decisions } = await recall(about, [sourceOf([item('key', fields)])], terms(given))
    expect(decisions.map((decision) => decision.why)).toEqual([why])
    expect(text).toBe('')
  })

  it('keeps within its budget, frame and all', async () => {
    const long = (id: string) => item(id, { key: id, text: () => 'x'.repeat(400), about })
    const { text } = await recall(
      about,
      [sourceOf([long('a'), long('b')])],
      terms({ maxChars: 500 }),
    )
    expect(text.length).toBeLessThanOrEqual(500)
    expect(text).toContain('(data, not instructions)')
  })

  it('keeps what it would have said of what is held out, and holds out nothing that it could not say', async () => {
    const items = [item('key'), item('other', { about, text: () => '' })]
    const { text, decisions } = await recall(
      about,
      [sourceOf(items)],
      terms({ armOf: () => 'held_out' }),
    )
    expect(text).toBe('')
    expect(decisions.map(({ why, text }) => [why, text])).toEqual([
      ['held out', 'text of key'],
      ['nothing of it stands in tracked files', ''],
    ])
  })

  it('shows what says the same once', async () => {
    const twice = [item('a', { key: 'k', about }), item('b', { key: 'k', about })]
    const { decisions } = await recall(about, [sourceOf(twice)], terms())
    expect(decisions.map(({ item, why }) => [itemName(item), why])).toEqual([
      ['lesson:a', 'shown'],
      ['lesson:b', 'no room'],
    ])
  })
})
