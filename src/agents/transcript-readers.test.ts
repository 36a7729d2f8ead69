import { describe, expect, it } from 'vitest'
import type { TranscriptReader } from '../agent.js'
import { agents, loadAgent } from '../wiring/agent-registry.js'
import { ToolStatus } from '../schema/transcript.js'
import { readTranscript } from './__fixtures__/read-transcript.js'
import { transcriptReader as claude } from './claude-code/transcript.js'
import { transcriptReader as codex } from './codex/transcript.js'
import { transcriptReader as gemini } from './gemini/transcript.js'
import { transcriptReader as generic } from './generic/transcript.js'
import { transcriptReader as opencode } from './opencode/transcript.js'

describe('every reader', () => {
  const odd = [
    null,
    1,
    'x',
    [],
    {},
    { type: 5 },
    { type: 'user' },
    { type: 'user', message: 7 },
    { type: 'assistant', message: { content: [null, 3, { type: 'tool_use' }] } },
    { kind: 'tool-call' },
    { kind: 'nope' },
    { info: { role: 'user' }, parts: [null, 5] },
    { type: 'response_item', payload: null },
    { type: 'gemini', toolCalls: [null] },
  ]

  it.each(Object.keys(agents))('survives odd values: %s', async (id) => {
    const reader = await (await loadAgent(id)).loadTranscriptReader!()
    expect(() => readTranscript(reader, odd)).not.toThrow()
  })

  it.each(['__proto__', 'constructor', 'toString'])(
    'takes a tool, a status or a kind named %s for an unknown one',
    (name) => {
      const values: [TranscriptReader, unknown][] = [
        [
          claude,
          {
            type: 'assistant',
            message: {
              role: 'assistant',
              content: [{ type: 'tool_use', id: 'c1', name, input: {} }],
            },
          },
        ],
        [
          codex,
          {
            type: 'response_item',
            payload: { type: 'function_call', name, arguments: '{}', call_id: 'c1' },
          },
        ],
        [
          gemini,
          { type: 'gemini', content: '', toolCalls: [{ id: 'c1', name, args: {}, status: name }] },
        ],
        [
          opencode,
          {
            info: { role: 'assistant', id: 'm1' },
            parts: [{ type: 'tool', callID: 'c1', tool: name, state: { status: name, input: {} } }],
          },
        ],
        [generic, { kind: 'tool-call', callId: 'c1', tool: name }],
      ]
      for (const [reader, value] of values) {
        const { entries } = readTranscript(reader, [value])
        expect(entries.filter(({ kind }) => kind === 'tool-call')).toEqual([
          expect.objectContaining({ tool: name, toolKind: 'other' }),
        ])
        const results = entries.filter((entry) => entry.kind === 'tool-result')
        expect(results.filter(({ status }) => !ToolStatus.options.includes(status))).toEqual([])
      }
      expect(readTranscript(generic, [{ kind: name }])).toMatchObject({
        entries: [],
        skipped: ['lines of an unknown kind'],
      })
    },
  )
})
