import { describe, expect, it } from 'vitest'
import { fillSlots, listSlots } from './fill-slots.js'

describe('fillSlots', () => {
  it.each([
    { template: 'a {{x}} b', values: { x: '1' }, filled: 'a 1 b' },
    { template: '{{x}}{{ x }}{{y}}', values: { x: '1', y: '2' }, filled: '112' },
    { template: '{{x}}', values: { x: "$& $1 $$ $` $'" }, filled: "$& $1 $$ $` $'" },
    { template: '{{x}} {{y}}', values: { x: '{{y}}', y: '{{x}}' }, filled: '{{y}} {{x}}' },
    { template: '{x} {{1x}} {{}} }}', values: {}, filled: '{x} {{1x}} {{}} }}' },
    { template: '{{x}}', values: { x: '' }, filled: '' },
  ])('fills $template literally', ({ template, values, filled }) => {
    expect(fillSlots(template, values as Record<string, string>)).toBe(filled)
  })

  it.each([
    { template: '{{x}} {{y}} {{x}}', values: {}, message: 'No value for {{x}}, {{y}}' },
    { template: '{{toString}}', values: {}, message: 'No value for {{toString}}' },
    { template: 'none', values: { x: '', z: '' }, message: 'The template has no {{x}}, {{z}}' },
  ])('refuses $message', ({ template, values, message }) => {
    expect(() => fillSlots(template, values)).toThrow(new RangeError(message))
  })

  it('lists slots once each, in order', () => {
    expect(listSlots('{{b}} {{a}} {{b}}')).toEqual(['b', 'a'])
  })
})
