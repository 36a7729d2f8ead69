import { describe, expect, it } from 'vitest'
import { ReflectError } from '../schema/error.js'
import { formatError } from './format-error.js'

const SECRET = 'ghp_' + 'a1B2'.repeat(9)

describe('formatError', () => {
  it.each([false, true])('shows no secret and commands no terminal (json: %s)', (json) => {
    const error = new ReflectError('io-failed', `no ${SECRET}\u001b[2J`, {
      remedy: `Remove ${SECRET}\u001b[2J.`,
    })
    const text = formatError(error, { json, env: { REFLECTION_DEBUG: '1' } })
    expect(text).not.toContain(SECRET)
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('[2J')
    expect(text).toContain('[redacted:')
  })

  it('shows where it happened when asked', () => {
    const env = { REFLECTION_DEBUG: '1' }
    expect(formatError(new Error('no'), { json: false, env })).toContain('format-error.test.ts')
    expect(formatError(new Error('no'), { json: false, env: {} })).not.toContain('.test.ts')
  })
})
