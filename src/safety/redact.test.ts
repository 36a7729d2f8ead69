import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ASSIGNED_SECRETS, PRIVATE_KEYS, TOKEN_SAMPLES } from './__fixtures__/token-samples.js'
import { hasSecret, redactJson, redactText, redactValue } from './redact.js'

const samples = TOKEN_SAMPLES.map((sample, index) => ({
  ...sample,
  title: `${sample.kind} #${index}`,
  expected: sample.text.replace(sample.secret, `[redacted:${sample.kind}]`),
}))

describe('token shapes', () => {
  it('cover sixty shapes of thirty kinds', () => {
    expect(TOKEN_SAMPLES.length).toBeGreaterThanOrEqual(60)
    expect(new Set(TOKEN_SAMPLES.map((sample) => sample.kind)).size).toBeGreaterThanOrEqual(30)
  })

  it.each(samples)('redacts $title alone', ({ text, expected }) => {
    expect(redactText(text)).toBe(expected)
  })

  it.each(samples)('redacts $title inside a sentence', ({ text, expected }) => {
    expect(redactText(`I used ${text} here,\nand it worked.`)).toBe(
      `I used ${expected} here,\nand it worked.`,
    )
  })

  it.each(samples)('redacts $title in JSON, also right after a line end', ({ text, expected }) => {
    const json = JSON.stringify({ output: `first\n${text}\nlast`, nested: [{ text }] })
    expect(JSON.parse(redactText(json))).toEqual({
      output: `first\n${expected}\nlast`,
      nested: [{ text: expected }],
    })
  })

  it.each(samples)('redacts $title in JSON inside JSON', ({ text, expected }) => {
    const json = JSON.stringify({ body: JSON.stringify({ output: `first\n${text}` }) })
    const body = (JSON.parse(redactText(json)) as { body: string }).body
    expect(JSON.parse(body)).toEqual({ output: `first\n${expected}` })
  })

  it.each(samples)('redacts $title on a line of an .env file', ({ text, expected }) => {
    expect(redactText(`MODE=dev\nSETTING='${text}'\nPORT=80`)).toBe(
      `MODE=dev\nSETTING='${expected}'\nPORT=80`,
    )
  })

  it.each(samples)('redacts $title in coloured output', ({ text, expected }) => {
    expect(redactText(`\u001b[32m${text}\u001b[0m`)).toBe(`\u001b[32m${expected}\u001b[0m`)
  })

  it.each(samples)('finds nothing more in the redacted $title', ({ text, expected }) => {
    expect(hasSecret(text)).toBe(true)
    expect(hasSecret(expected)).toBe(false)
  })
})

describe('private keys', () => {
  const keys = PRIVATE_KEYS.map((key, index) => ({ key, index }))

  it.each(keys)('redacts block $index in a text', ({ key }) => {
    expect(redactText(`before\n${key}\nafter`)).toBe('before\n[redacted:private-key]\nafter')
  })

  it.each(keys)('redacts block $index in JSON and stops at its end', ({ key }) => {
    const json = JSON.stringify({ private_key: key, note: 'kept', more: `${key} and prose` })
    expect(JSON.parse(redactText(json))).toEqual({
      private_key: '[redacted:private-key]',
      note: 'kept',
      more: '[redacted:private-key] and prose',
    })
  })

  it.each(keys)('redacts what is left of block $index when it was cut off', ({ key }) => {
    const cut = key.slice(0, 100)
    expect(redactText(JSON.stringify([cut, 'next']))).not.toContain(cut.slice(-16))
    expect(JSON.parse(redactText(JSON.stringify([cut, 'next'])))).toHaveLength(2)
  })

  it('leaves the mention of a header and a public key alone', () => {
    const text = `It starts with ${['-----BEGIN', 'PRIVATE KEY-----'].join(' ')} as usual`
    expect(redactText(text)).toBe(text)
    const open =
      '-----BEGIN PUBLIC KEY-----\nMIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A\n-----END PUBLIC KEY-----'
    expect(redactText(open)).toBe(open)
  })
})

describe('assigned values', () => {
  const places: [string, (value: string) => string, string][] = [
    ['an .env line', (v) => `DB_PASSWORD=${v}`, 'password'],
    ['an export', (v) => `export APP_SECRET='${v}'`, 'secret'],
    ['a JSON field', (v) => `{"apiKey": "${v}"}`, 'api-key'],
    ['escaped JSON', (v) => `{\\"client_secret\\": \\"${v}\\"}`, 'secret'],
    ['twice escaped JSON', (v) => `{\\\\\\"token\\\\\\": \\\\\\"${v}\\\\\\"}`, 'token'],
    ['a typed constant', (v) => `const authToken: string = "${v}"`, 'token'],
    ['an index', (v) => `config["secret_key"] = '${v}'`, 'secret'],
    ['a query', (v) => `GET /feed?access_token=${v}&page=2`, 'token'],
    ['a flag', (v) => `mysql --user app --password ${v} shop`, 'password'],
    ['a flag with =', (v) => `login --api-key=${v}`, 'api-key'],
    ['YAML', (v) => `db:\n  password: "${v}"\n`, 'password'],
    ['a header', (v) => `X-Api-Key:${v}`, 'api-key'],
    ['a Python dict', (v) => `{'passwd': '${v}'}`, 'password'],
    ['Ruby', (v) => `:api_key => "${v}"`, 'api-key'],
    ['curl', (v) => `curl -s -u deploy:${v} https://x.test`, 'password'],
  ]
  const cases = places.flatMap(([place, write, kind]) =>
    ASSIGNED_SECRETS.filter((value) => place !== 'a header' || /\d\D.*\d\D/.test(value)).map(
      (value) => ({ place, kind, text: write(value), expected: write(`[redacted:${kind}]`) }),
    ),
  )

  it.each(cases)('are redacted in $place: $text', ({ text, expected }) => {
    expect(redactText(text)).toBe(expected)
    expect(redactText(expected)).toBe(expected)
  })

  it('are redacted with escapes inside them', () => {
    const value = { password: 'a"b\\c7$9', next: 'kept' }
    expect(JSON.parse(redactText(JSON.stringify(value)))).toEqual({
      password: '[redacted:password]',
      next: 'kept',
    })
  })

  it('do not reach into the next JSON string', () => {
    const value = { hint: 'set PASSWORD=', count: 1234567, list: [1e21, true], 'x-token=': 'ok' }
    expect(JSON.parse(redactText(JSON.stringify(value)))).toEqual(value)
  })
})

describe('redactValue', () => {
  const password = ASSIGNED_SECRETS[0]!
  it.each([
    ['password', '[redacted:password]'],
    ['DB_PASSWORD', '[redacted:password]'],
    ['apiKey', '[redacted:api-key]'],
    ['x-api-key', '[redacted:api-key]'],
    ['client_secret', '[redacted:secret]'],
    ['refreshToken', '[redacted:token]'],
    ['Authorization', '[redacted:authorization]'],
    ['aws_secret_access_key', '[redacted:aws-secret-key]'],
    ['tokenizer', password],
    ['secretary', password],
    ['id', password],
  ])('treats the value under %s as %s', (key, expected) => {
    const value = { [key]: password, list: [{ [key]: [password] }] }
    expect(redactValue(value)).toEqual({ [key]: expected, list: [{ [key]: [expected] }] })
  })

  it('returns the same reference when nothing is secret', () => {
    const value = { a: [1, 'two', { three: null }], at: new Date(0), token: 'string' }
    expect(redactValue(value)).toBe(value)
  })

  it('copies only the branch that changed and leaves the original alone', () => {
    const value = { clean: { a: 1 }, dirty: { password } }
    const redacted = redactValue(value)
    expect(redacted).toEqual({ clean: { a: 1 }, dirty: { password: '[redacted:password]' } })
    expect(redacted.clean).toBe(value.clean)
    expect(value.dirty.password).toBe(password)
  })

  it('keeps a key named __proto__ as data', () => {
    const value: unknown = JSON.parse(`{"__proto__": {"password": "${password}"}}`)
    expect(JSON.stringify(redactValue(value))).toBe(
      '{"__proto__":{"password":"[redacted:password]"}}',
    )
  })

  it('cuts off what is nested deeper than any record', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(50_000)}1${']'.repeat(50_000)}`)
    expect(JSON.stringify(redactValue(deep))).toContain('[redacted:depth]')
  })
})

describe('properties', () => {
  const secret = fc.constantFrom(
    ...TOKEN_SAMPLES.filter((sample) => sample.text === sample.secret).map((sample) => sample.text),
    ...PRIVATE_KEYS,
  )
  const noise = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom('\\', '"', "'", '\n', ' ', '=', ':', 'n', 'u', '0', '[', '/'),
    }),
    fc.constantFrom(
      'password=',
      '"token": "',
      "secret: '",
      'Bearer ',
      'sk-',
      'eyJ',
      '://a:b@',
      '--token ',
    ),
  )
  const planted = fc
    .tuple(noise, fc.constantFrom(' ', '\n', '"', '=', '\\', '\t', '(', '\u0001'), secret, noise)
    .map(([before, gap, token, after]) => ({ text: `${before}${gap}${token} ${after}`, token }))

  it('keep JSON valid and free of planted secrets', () => {
    fc.assert(
      fc.property(fc.array(planted, { minLength: 1, maxLength: 3 }), noise, (plants, extra) => {
        const record = { extra, items: plants.map((plant) => ({ note: plant.text })) }
        const json = redactText(JSON.stringify(record))
        const redacted = JSON.parse(json) as typeof record
        expect(redacted.items).toHaveLength(plants.length)
        for (const plant of plants)
          expect(JSON.stringify(redacted)).not.toContain(JSON.stringify(plant.token).slice(1, -1))
        expect(redactJson(JSON.stringify(record))).toBe(json)
      }),
      { numRuns: 1500, seed: 7 },
    )
  })

  it('hold that redacting twice is redacting once', () => {
    const piece = fc.oneof(noise, secret, fc.constantFrom(...ASSIGNED_SECRETS))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const once = redactText(pieces.join(''))
        expect(redactText(once)).toBe(once)
      }),
      { numRuns: 3000, seed: 11 },
    )
  })

  it('leave any JSON valid', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(noise, fc.oneof(noise, fc.integer(), fc.boolean()))),
        (value) => {
          expect(() => JSON.parse(redactText(JSON.stringify(value))) as unknown).not.toThrow()
        },
      ),
      { numRuns: 1500, seed: 13 },
    )
  })
})

describe('redactJson', () => {
  it('redacts what is no JSON as text', () => {
    const token = TOKEN_SAMPLES[5]!.text
    expect(redactJson(`{"cut": "${token}`)).toBe('{"cut": "[redacted:github-token]')
  })
})
