import { describe, expect, it } from 'vitest'
import { isClientError } from './is-client-error.js'

describe('a client error in the place of an answer', () => {
  it.each([
    'API Error: 529 {"type":"error"}',
    "You've hit your session limit · resets 3pm",
    'You have reached the weekly usage limit.',
    'Claude usage limit reached. Your limit will reset at 3pm.',
    'Credit balance is too low',
    'Prompt is too long',
    'Error: 503 Service Unavailable',
    'stream disconnected before completion: Transport error',
    'Request timed out.',
  ])('is known by its form: %j', (text) => {
    expect(isClientError(text)).toBe(true)
  })

  it.each([
    'The API error is fixed: a 529 is now retried.',
    'I added a rate limit to the login route.',
    'The usage limit is now read from the config.',
    'Done. All tests pass.',
  ])('is not seen in a report: %j', (text) => {
    expect(isClientError(text)).toBe(false)
  })
})
