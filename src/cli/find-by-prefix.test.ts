import { describe, expect, it } from 'vitest'
import { pickByPrefix } from './find-by-prefix.js'

const IDS = ['7e0df44e-1111', '7e0df44e-2222', '602a57ee-7d01', '602a', 'a…']

describe('pickByPrefix', () => {
  it.each([
    ['602a57ee-7d01', '602a57ee-7d01'],
    ['602a57', '602a57ee-7d01'],
    ['602a57ee-7…', '602a57ee-7d01'],
    ['602a57ee-7...', '602a57ee-7d01'],
    ['602a', '602a'],
    ['a…', 'a…'],
    ['nobody', null],
    ['', null],
    ['…', null],
  ])('takes %j for %j', (typed, id) => {
    expect(pickByPrefix(typed, IDS, { noun: 'session' })).toBe(id)
  })

  it('names the candidates of a beginning that several have', () => {
    expect(() => pickByPrefix('7e0', [...IDS, ...IDS], { noun: 'session' })).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '2 sessions have an id that begins with "7e0"',
        remedy: 'Write more of the id: 7e0df44e-1111, 7e0df44e-2222.',
      }),
    )
  })
})
