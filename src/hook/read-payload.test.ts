import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { readPayload } from './read-payload.js'

/** What a client wrote so far; it may or may not close its end. */
function told(parts: readonly string[], { closes }: { closes: boolean }): PassThrough {
  const stream = new PassThrough()
  for (const part of parts) stream.write(part)
  if (closes) stream.end()
  return stream
}

it.each([
  { parts: ['{"a":1}'] },
  { parts: ['{"a":', '1}\n'] },
  { parts: ['{"a":{"b":1}', ',"c":2}'] },
  { parts: [' {"a":"}"', '}'] },
])('ends with its object, whether or not the stream does: $parts', async ({ parts }) => {
  const value: unknown = JSON.parse(parts.join(''))
  for (const closes of [true, false]) {
    const payload = await readPayload(told(parts, { closes }))
    expect(payload).toEqual({ value, text: parts.join('').trim(), degraded: null })
  }
})

it.each([
  { parts: [], degraded: 'the payload is empty' },
  { parts: [' \n'], degraded: 'the payload is empty' },
  { parts: ['{"a":'], degraded: 'the payload is not JSON' },
  { parts: ['[1]'], degraded: 'the payload is not a JSON object' },
  { parts: ['null'], degraded: 'the payload is not a JSON object' },
])('is degraded when it is no object: $degraded', async ({ parts, degraded }) => {
  expect(await readPayload(told(parts, { closes: true }))).toEqual({
    value: {},
    text: '',
    degraded,
  })
})

it('of a payload that is too large, both ends say which event it is', async () => {
  const event = { session_id: 's1', cwd: '/repo', hook_event_name: 'Stop' }
  const evil = JSON.stringify({ session_id: 'evil' })
  const body = {
    ...event,
    tool_response: `${evil}${'x'.repeat(9 * 1024 * 1024)}`,
    last_assistant_message: 'Done.',
  }
  const text = JSON.stringify(body)
  const parts = text.match(/[\s\S]{1,65536}/g)!
  const { value, degraded } = await readPayload(told(parts, { closes: true }))
  expect([value, degraded]).toEqual([
    { ...event, last_assistant_message: 'Done.' },
    'the payload is larger than 8 MiB',
  ])
})

it.each([
  { what: 'once when it comes whole', parts: ['{"a":[]}'], most: 1 },
  { what: 'once when it comes in two pieces', parts: ['{"a":[', ']}'], most: 1 },
  {
    what: 'not again at every brace that it has',
    parts: ['{"a":[{}', ...Array.from({ length: 2000 }, () => ',{}'), ']}'],
    most: 20,
  },
])('is parsed $what', async ({ parts, most }) => {
  const { parse } = JSON
  let parsed = 0
  JSON.parse = (...args) => {
    parsed += 1
    return parse(...args) as unknown
  }
  try {
    const payload = await readPayload(told(parts, { closes: false }))
    expect(payload.value).toHaveProperty('a')
    expect(parsed).toBeLessThanOrEqual(most)
  } finally {
    JSON.parse = parse
  }
})
