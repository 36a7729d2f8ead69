import { expect, it } from 'vitest'
import { showValue } from './show-value.js'

const token = 'ghp_' + 'a1B2'.repeat(9)

it.each([
  { key: 'stop.model', value: undefined, shown: '(not set)' },
  { key: 'stop.maxAttempts', value: 3, shown: '3' },
  { key: 'turn.summaryTokens', value: 128, shown: '128' },
  { key: 'x.model', value: 'claude-3-5-haiku-20241022', shown: '"claude-3-5-haiku-20241022"' },
  { key: 'x.apiKeyEnv', value: 'ACME_API_KEY', shown: '"ACME_API_KEY"' },
  { key: 'x.apiKey', value: 'short', shown: '"[hidden]"' },
  { key: 'x.password', value: 12_345, shown: '"[hidden]"' },
  { key: 'x.command', value: ['run', token], shown: '["run","[hidden]"]' },
  { key: 'x', value: { secret: 'abc', port: 1 }, shown: '{"secret":"[hidden]","port":1}' },
  { key: 'store.url', value: 'postgres://u:p@h/d', shown: '"postgres://[hidden]@h/d"' },
  { key: 'store.url', value: 'postgres://u:p@ss@h/d', shown: '"postgres://[hidden]@h/d"' },
  {
    key: 'x.baseUrl',
    value: 'https://h/v1?token=abc&x=1',
    shown: '"https://h/v1?token=[hidden]&x=1"',
  },
  { key: 'x.text', value: 'two\nlines', shown: '"two\\nlines"' },
  { key: 'x.text', value: 'ab '.repeat(100), shown: `"${'ab '.repeat(26)}…` },
])('shows $key as $shown', ({ key, value, shown }) => {
  expect(showValue(key, value)).toBe(shown)
})
