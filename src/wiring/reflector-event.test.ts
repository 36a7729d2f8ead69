import { describe, expect, it } from 'vitest'
import { readReflectorEvent } from './reflector-event.js'
import type { ReflectorEvent } from './reflector-event.js'
import type { AgentEvent } from '../schema/agent-event.js'

/** As a program without types would hand it over. */
const read = (event: unknown) => readReflectorEvent(event as ReflectorEvent)

describe('an event for a reflector', () => {
  it.each([
    { kind: 'session-started', sessionId: 's' },
    { kind: 'prompt-submitted', sessionId: 's', text: 'Go', origin: 'human', promptId: null },
    { kind: 'session-stopped', sessionId: 's', lastMessage: 'Done.', cwd: '/srv', agent: 'mine' },
    { kind: 'permission-answered', sessionId: 's', requestId: 'q', granted: false },
  ] satisfies ReflectorEvent[])('has what it needs and what is known: $kind', (event) => {
    expect(read(event)).toEqual(event)
  })

  it('may say of a field that it is not known', () => {
    expect(read({ kind: 'session-stopped', sessionId: 's', lastMessage: undefined })).toEqual({
      kind: 'session-stopped',
      sessionId: 's',
    })
  })

  it.each([
    {
      event: { kind: 'session-stopped', sessionId: 's', lastMesage: 'x' },
      says: 'There is no field of session-stopped called "lastMesage"; did you mean lastMessage?',
    },
    {
      event: { kind: 'session-stoped', sessionId: 's' },
      says: 'There is no kind of event called "session-stoped"; did you mean session-stopped?',
    },
    {
      event: { kind: 'session-started', sessionId: 's', text: 'Go' },
      says: 'There is no field of session-started called "text"',
    },
    {
      event: { kind: 'prompt-submitted', sessionId: 's' },
      says: 'A prompt-submitted event needs text',
    },
    { event: { kind: 'session-ended' }, says: 'A session-ended event needs sessionId' },
    { event: { sessionId: 's' }, says: 'There is no kind of event called "undefined"' },
    {
      event: { kind: 'outcome-recorded', sessionId: 's', outcomeId: 'o' },
      says: 'There is no kind of event called "outcome-recorded"',
    },
    { event: { kind: 'constructor', sessionId: 's' }, says: 'There is no kind of event called' },
    { event: null, says: 'An event must be an object' },
    { event: 'session-stopped', says: 'An event must be an object' },
  ])('is refused with what is wrong: $says', ({ event, says }) => {
    expect(() => read(event)).toThrow(
      expect.objectContaining({
        code: 'payload-invalid',
        message: expect.stringContaining(says) as string,
      }),
    )
  })
})

/** What must not compile; `npm run check` holds it. */
export const types = (event: AgentEvent): ReflectorEvent[] => [
  event,
  { kind: 'session-stopped', sessionId: 's', planMode: true },
  // @ts-expect-error a misspelt field
  { kind: 'session-stopped', sessionId: 's', lastMesage: 'x' },
  // @ts-expect-error a misspelt kind
  { kind: 'session-stoped', sessionId: 's' },
  // @ts-expect-error a field of another kind
  { kind: 'session-started', sessionId: 's', lastMessage: 'x' },
  // @ts-expect-error the text is missing
  { kind: 'prompt-submitted', sessionId: 's' },
  // @ts-expect-error the session is missing
  { kind: 'session-ended' },
  // @ts-expect-error a number in place of a text
  { kind: 'session-errored', sessionId: 's', error: 7 },
]
