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
    'Connection error.',
    'API Error (Request timed out)',
    'API Error 500',
    '529',
    '503 Service Unavailable',
    '429 {"type":"error"}',
    'Rate limit reached for this model.',
    'Connection reset by peer',
    'Invalid API key · Please run /login',
    'Server error: the upstream closed the connection',
    'Network error: getaddrinfo ENOTFOUND api.example.com',
  ])('is known by its form: %j', (text) => {
    expect(isClientError(text)).toBe(true)
  })

  it.each([
    'The API error is fixed: a 529 is now retried.',
    'I added a rate limit to the login route.',
    'The usage limit is now read from the config.',
    'Done. All tests pass.',
    '500 tests pass now.',
    '403 rows are converted and all tests pass.',
    'Status 500 is now returned for a bad row. All tests pass.',
    'Connection error handling is implemented and all tests pass.',
    'Network errors are retried now.',
    'Error handling for 404 is in place and all tests pass.',
    'Rate limiting is implemented and all tests pass.',
    'Overloaded constructors are merged.',
    'Not logged in users are redirected.',
    'Invalid API key handling is done.',
    'Server error: fixed. The handler now answers 404.',
    'Connection error: caught in client.ts.',
    'API error: resolved by a retry.',
    'Error: 404 is handled by its own page.',
    'Server error: behoben.',
    'Network error: исправлено.',
    'Model error: no longer thrown for an empty list.',
  ])('is not seen in a report: %j', (text) => {
    expect(isClientError(text)).toBe(false)
  })
})
