import { describe, expect, it } from 'vitest'
import { withoutQuotes } from './without-quotes.js'

describe('withoutQuotes', () => {
  it.each([
    ['It asks "Which port?" and waits.', 'It asks "…" and waits.'],
    ['Der Knopf heißt "Weiter".', 'Der Knopf heißt "Weiter".'],
    ['«Продолжить без сохранения?» спрашивает окно.', '"…" спрашивает окно.'],
    ['「続けますか？」と尋ねます。', '"…"と尋ねます。'],
    ['No quotes at all.', 'No quotes at all.'],
  ])('leaves of %j what is the own', (text, own) => {
    expect(withoutQuotes(text)).toBe(own)
  })
})
