import { describe, expect, it } from 'vitest'
import { keepSafe, keepTrusted } from './safe-keys.js'

describe('a project’s settings', () => {
  it.each([
    { path: ['allowAgents'], value: true },
    { path: ['stop', 'gates', 'work-left', 'enabled'], value: false },
  ])('never count for $path, trusted or not', ({ path, value }) => {
    const setting = { path, value, origin: { source: 'project' as const, file: 'f', line: 1 } }
    for (const keep of [keepSafe, keepTrusted]) {
      expect(keep([setting])).toMatchObject({
        kept: [],
        ignored: [{ key: path.join('.'), reason: 'only your own config can say this' }],
      })
    }
  })
})
