import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { similarity, textVector, VECTOR_SIZE } from './text-vector.js'

const length = (vector: readonly number[]) => Math.sqrt(similarity(vector, vector))

describe('textVector', () => {
  it('has 32 dimensions and length 1 for every text with a word in it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const vector = textVector(`w ${text}`)
        expect(vector).toHaveLength(VECTOR_SIZE)
        expect(length(vector)).toBeCloseTo(1, 6)
        expect(textVector(`w ${text}`)).toEqual(vector)
      }),
    )
  })

  it.each(['', ' \n', '!?…'])('has no direction for %j', (text) => {
    expect(textVector(text)).toEqual(Array.from({ length: VECTOR_SIZE }, () => 0))
  })

  it('is the same on every machine', () => {
    expect(textVector('The key is under the mat.')).toMatchInlineSnapshot(`
      [
        -0.1555556,
        -0.3111111,
        0.1555556,
        -0.1555556,
        0,
        0.2222222,
        0,
        0,
        0,
        0,
        0.1555556,
        0,
        0.1555556,
        -0.3111111,
        0,
        0,
        0.0888889,
        0,
        0,
        0,
        0.3111111,
        -0.3777778,
        0.1555556,
        0,
        0.4444444,
        0,
        0,
        0,
        0.1555556,
        0.3777778,
        0,
        0,
      ]
    `)
  })

  it.each([
    ['The login redirect loses the cookie', 'login redirects lose cookies'],
    ['parse the config file strictly', 'strict parsing of config files'],
    ['Der Schlüssel liegt unter der Matte', 'den Schlüssel unter die Matte legen'],
  ])('puts %j nearer to %j than to another matter', (text, alike) => {
    const other = 'quarterly numbers for western shops went up again'
    const near = similarity(textVector(text), textVector(alike))
    expect(near).toBeGreaterThan(0.5)
    expect(near).toBeGreaterThan(similarity(textVector(text), textVector(other)) + 0.2)
  })

  it('finds texts by half of their words far above chance', () => {
    const texts = Array.from({ length: 500 }, (_, n) => sentence(n))
    const vectors = texts.map(textVector)
    const found = texts.filter((text, own) => {
      const half = textVector(everySecondWord(text))
      const score = similarity(half, vectors[own]!)
      return vectors.filter((vector) => similarity(half, vector) > score).length < 3
    })
    // Chance is 3 in 500.
    expect(found.length / texts.length).toBeGreaterThan((20 * 3) / 500)
  })
})

describe('similarity', () => {
  it('is nothing between vectors of different sizes', () => {
    expect(similarity([1, 0], [1])).toBe(0)
  })
})

const SYLLABLES = 'ba ke lo mi nu ra se to vi za fe gi ho ju ka le'.split(' ')

function sentence(seed: number): string {
  let state = seed + 1
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  const word = () => Array.from({ length: 2 + next(2) }, () => SYLLABLES[next(16)]).join('')
  return Array.from({ length: 20 }, word).join(' ')
}

const everySecondWord = (text: string): string =>
  text
    .split(' ')
    .filter((_, index) => index % 2 === 0)
    .join(' ')
