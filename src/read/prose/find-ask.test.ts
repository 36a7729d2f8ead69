import { describe, expect, it } from 'vitest'
import { findAsk } from './find-ask.js'
import { readMessage } from './read-message.js'
import { shippedWeights } from './weights.js'

const ask = (text: string) => {
  const found = findAsk(readMessage(text, shippedWeights('acts')))
  return found === null ? null : { kind: found.kind, outside: found.outside }
}

describe('findAsk', () => {
  it.each([
    ['Should I continue with the rest?', { kind: 'leave', outside: false }],
    ['Which name should I use?', { kind: 'decision', outside: false }],
    ['Please send me the API key, then I can go on.', { kind: 'person', outside: false }],
    ['Shall I delete the old table?', { kind: 'leave', outside: true }],
    ['I would drop the table now. Do you want me to proceed?', { kind: 'leave', outside: true }],
    ['Soll ich die alten Daten löschen?', { kind: 'leave', outside: true }],
    ['¿Quieres que borre los registros?', { kind: 'leave', outside: true }],
    ['古いテーブルを削除してもよろしいですか？', { kind: 'leave', outside: true }],
    ['要删除旧数据吗？', { kind: 'leave', outside: true }],
    ['Force-push to main?', { kind: 'decision', outside: true }],
    ['Drop the orders table, or keep it? (default: keep)', { kind: 'decision', outside: true }],
    ['Half-up or half-even? – both are one line.', { kind: 'decision', outside: false }],
    ['هل أستخدم التقريب العادي؟', { kind: 'decision', outside: false }],
    ['ποιο όνομα να δώσω;', { kind: 'decision', outside: false }],
    ['Which one do you mean?!', { kind: 'decision', outside: false }],
    [
      '**Which rounding is right?**\n\n- half-up\n- half-even',
      { kind: 'decision', outside: false },
    ],
    ['What is the retention? 30 days is usual. So is 90.', { kind: 'decision', outside: false }],
    ['Half-up for the totals? No rule says so.', { kind: 'decision', outside: false }],
    ['Why was it wrong? No, it was not the cast.', null],
    ['## What changed?\n\nThe sum is right.', null],
    ['The "Really quit?" dialog has a title.', null],
    ['The sum is fixed.', null],
  ])('finds in %j what is asked', (text, expected) => {
    expect(ask(text)).toEqual(expected)
  })

  it.each([
    { text: 'Callers need to send their key in a header.', kind: null },
    { text: 'Los clientes deben enviar su clave.', kind: null },
    { text: '访客需要输入密码。', kind: null },
    { text: 'Customers wait: please send me the key.', kind: 'person' },
    { text: 'The customer key is needed.', kind: 'person' },
  ])('knows whose key $text speaks of', ({ text, kind }) => {
    const sentence = { text, form: 'prose', heading: null, checked: null } as const
    const found = findAsk([{ ...sentence, act: 'input', probability: 0.95 }])
    expect(found?.kind ?? null).toBe(kind)
  })

  it('finds a question that more text follows', () => {
    expect(ask('Shall I publish it? The notes are ready. They are short.')).toMatchObject({
      outside: true,
    })
  })
})
