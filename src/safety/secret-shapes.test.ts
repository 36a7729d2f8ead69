import { describe, expect, it } from 'vitest'
import { SECRET_SHAPES } from './__fixtures__/secret-shapes.js'
import { hasSecret, redactJson, redactText, redactValue } from './redact.js'

const shapes = SECRET_SHAPES.map((shape, index) => ({
  ...shape,
  title: `#${index} ${shape.title}`,
}))
const NESTED = /\[redacted:[^\]]*\[redacted:/

describe('two hundred shapes of secrets', () => {
  it('are two hundred', () => {
    expect(SECRET_SHAPES.length).toBeGreaterThanOrEqual(200)
  })

  it.each(shapes)('$title does not get through, and is marked once', ({ text, secret }) => {
    expect(text).toContain(secret)
    const redacted = redactText(text)
    expect(redacted).not.toContain(secret)
    expect(redacted).not.toMatch(NESTED)
    expect(hasSecret(redacted)).toBe(false)
  })

  it.each(shapes)('$title does not get through inside of a text', ({ text, secret }) => {
    expect(redactText(`First this.\n${text}\nThen that.`)).not.toContain(secret)
  })

  it.each(shapes)('$title does not get through in JSON', ({ text, secret }) => {
    const value = { output: `First this.\n${text}\nThen that.`, next: 'kept' }
    const json = redactJson(JSON.stringify(value))
    expect(json).not.toContain(JSON.stringify(secret).slice(1, -1))
    expect(JSON.parse(json)).toMatchObject({ next: 'kept' })
    expect(redactValue(value).output).not.toContain(secret)
  })
})
