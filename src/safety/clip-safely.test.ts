import { describe, expect, it } from 'vitest'
import { CUT_POSITIONS, CUT_SECRETS, leftOf } from './__fixtures__/cut-secrets.js'
import { clipSafely, headSafely, oneLineSafely, tailSafely } from './clip-safely.js'
import { fence, quoteFact } from './fence.js'
import { redactText } from './redact.js'

const WORDS = 'what it printed before, word by word, and then '
const words = (length: number) => WORDS.repeat(Math.ceil(length / WORDS.length)).slice(0, length)

const MAX = 8000
/** Ways to cut, and where in the text their cuts go: so many characters from its beginning or end. */
const CUTS: [
  title: string,
  cut: (text: string) => string,
  place: { head?: number; tail?: number },
][] = [
  ['clipSafely, at its head', (text) => clipSafely(text, MAX), { head: 3980 }],
  ['clipSafely, at its tail', (text) => clipSafely(text, MAX), { tail: 3980 }],
  ['headSafely', (text) => headSafely(text, 300), { head: 300 }],
  ['tailSafely', (text) => tailSafely(text, 1000), { tail: 1000 }],
  ['oneLineSafely', (text) => oneLineSafely(text, 200), { head: 199 }],
  ['fence, at its head', (text) => fence(text, { source: 'x', maxChars: 900 }), { head: 600 }],
  ['fence, at its tail', (text) => fence(text, { source: 'x', maxChars: 900 }), { tail: 300 }],
  ['quoteFact', quoteFact, { head: 199 }],
]

/** A text in which the cut goes through the secret, so many characters behind its beginning. */
function around(
  secret: string,
  at: number,
  { head, tail }: { head?: number; tail?: number },
): string {
  const before = words(head === undefined ? 30_000 : Math.max(0, head - at))
  const rest = words(tail === undefined ? 30_000 : Math.max(0, tail - (secret.length - at)))
  return `${before}\n${secret}\n${rest}`
}

describe.each(CUTS)('%s', (_title, cut, place) => {
  it.each(CUT_SECRETS)('leaves no part of $name, wherever it cuts', ({ secret }) => {
    for (const position of CUT_POSITIONS) {
      const at = Math.floor(secret.length * position)
      expect(leftOf(secret, redactText(cut(around(secret, at, place))))).toEqual([])
    }
  })
})

describe('a text that was cut before we saw it', () => {
  it.each(CUT_SECRETS)(
    'shows no part of $name after its redaction',
    ({ secret, isKnownByTail }) => {
      for (const position of CUT_POSITIONS) {
        const at = Math.floor(secret.length * position)
        const head = `It said: ${secret.slice(0, at)}\n… 500 bytes left out …\nand so on`
        expect(leftOf(secret, redactText(head))).toEqual([])
        if (!isKnownByTail) continue
        const tail = `${secret.slice(at)}\nThat was it.`
        expect(leftOf(secret, redactText(tail))).toEqual([])
        const inJson = JSON.parse(redactText(JSON.stringify({ out: tail, n: 1 }))) as {
          out: string
        }
        expect(leftOf(secret, inJson.out)).toEqual([])
      }
    },
  )
})

describe('what is cut', () => {
  it('is cut as `clip` cuts it where no secret is near', () => {
    expect(clipSafely('a'.repeat(50) + 'b'.repeat(50), 60)).toBe(
      `${'a'.repeat(16)}\n… 40 characters left out …\n${'b'.repeat(16)}`,
    )
    expect(headSafely('abc', 2)).toBe('ab')
    expect(tailSafely('abc', 2)).toBe('bc')
    expect([headSafely('abc', 3), tailSafely('abc', 3), clipSafely('abc', 3)]).toEqual([
      'abc',
      'abc',
      'abc',
    ])
  })

  it('never ends in half of a character', () => {
    expect(headSafely('a😀b', 2)).toBe('a')
    expect(tailSafely('a😀b', 2)).toBe('b')
  })

  it('leaves a public certificate as it is', () => {
    const certificate = `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END CERTIFICATE-----`
    expect(redactText(certificate)).toBe(certificate)
  })
})
