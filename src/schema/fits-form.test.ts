import { expect, it } from 'vitest'
import { fitsForm } from './fits-form.js'

const HOLES: unknown[] = []
HOLES.length = 2

class Thing {
  a = 1
}

it.each([
  { form: { type: 'array', items: { type: 'string' } }, value: ['x'], fits: true },
  { form: { type: 'array', items: { type: 'string' } }, value: HOLES, fits: false },
  { form: { type: 'object' }, value: {}, fits: true },
  { form: { type: 'object' }, value: Object.create(null), fits: true },
  { form: { type: 'object' }, value: new Date(), fits: false },
  { form: { type: 'object' }, value: new Map(), fits: false },
  { form: { type: 'object' }, value: new Thing(), fits: false },
  { form: { type: 'object' }, value: Object.create({ a: 1 }), fits: false },
  { form: { type: 'number' }, value: Number.NaN, fits: false },
  { form: { type: 'integer' }, value: 1.5, fits: false },
  { form: { type: ['string', 'null'] }, value: null, fits: true },
  // What is not understood is for the contract to say.
  { form: { type: 'string', format: 'date-time' }, value: '2026-01-02T03:04:05Z', fits: false },
  { form: { type: 'string', startsWith: 'x' }, value: 'x', fits: false },
])('$value fits $form: $fits', ({ form, value, fits }) => {
  expect(fitsForm(form, value)).toBe(fits)
})
