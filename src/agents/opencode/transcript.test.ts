import { describe, expect, it } from 'vitest'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { transcriptReader as opencode } from './transcript.js'

describe('OpenCode', () => {
  it('tells our feedback, synthetic parts and people apart, by metadata', () => {
    const message = {
      info: { role: 'user' },
      parts: [
        { type: 'text', text: 'Fix it' },
        { type: 'text', text: 'not done', metadata: { reflection: true } },
        { type: 'text', text: 'continue', synthetic: true },
      ],
    }
    expect(readTranscript(opencode, [message]).entries).toMatchObject([
      { kind: 'synthetic', source: 'ours' },
      { kind: 'synthetic', source: 'meta' },
      { kind: 'human', text: 'Fix it' },
    ])
  })

  it.each<[string, object, object[]]>([
    [
      'a tool',
      {
        info: { role: 'assistant' },
        parts: [
          {
            type: 'tool',
            callID: 'c',
            tool: 'bash',
            state: {
              status: 'completed',
              input: { command: 'ls' },
              output: 'x',
              metadata: { exit: 2 },
            },
          },
        ],
      },
      [
        { kind: 'tool-call', command: 'ls' },
        { status: 'failed', exitCode: 2 },
      ],
    ],
    [
      'a running tool',
      {
        info: { role: 'assistant' },
        parts: [
          { type: 'tool', callID: 'c', tool: 'bash', state: { status: 'running', input: {} } },
        ],
      },
      [{ kind: 'tool-call' }],
    ],
    [
      'an abort',
      {
        info: { role: 'assistant', error: { name: 'MessageAbortedError' } },
        parts: [{ type: 'text', text: 'Wor' }],
      },
      [{ kind: 'agent', completed: false }, { kind: 'interrupt' }],
    ],
    [
      'a message that is being written',
      {
        info: { role: 'assistant', time: { created: 1 } },
        parts: [{ type: 'text', text: 'The form has' }],
      },
      [{ kind: 'agent', completed: false }],
    ],
    [
      'a summary',
      { info: { role: 'assistant', summary: true }, parts: [{ type: 'text', text: 'So far' }] },
      [],
    ],
  ])('reads %s', (_title, message, expected) => {
    const { entries } = readTranscript(opencode, [message])
    expect(entries).toHaveLength(expected.length)
    expect(entries).toMatchObject(expected)
  })
})
