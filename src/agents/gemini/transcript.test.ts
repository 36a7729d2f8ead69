import { describe, expect, it } from 'vitest'
import { readTranscript } from '../__fixtures__/read-transcript.js'
import { transcriptReader as gemini } from './transcript.js'

describe('Gemini', () => {
  const call = {
    id: 't1',
    name: 'run_shell_command',
    args: { command: 'ls' },
    status: 'success',
    result: [{ functionResponse: { response: { output: 'Output: a\nExit Code: 1\n' } } }],
  }

  it('reads a document', () => {
    const values = gemini.values!({
      sessionId: 's',
      messages: [
        { type: 'user', content: 'go' },
        { type: 'gemini', content: 'ok', toolCalls: [call], model: 'm' },
        { type: 'info', content: 'Request cancelled.' },
      ],
    })
    const { entries, facts } = readTranscript(gemini, values)
    expect(facts).toEqual({ sessionId: 's', model: 'm' })
    expect(entries).toMatchObject([
      { kind: 'human' },
      { kind: 'agent' },
      { kind: 'tool-call', command: 'ls' },
      { kind: 'tool-result', status: 'failed', exitCode: 1 },
      { kind: 'interrupt' },
    ])
  })

  it('takes a message that was written again for its news only', () => {
    const first = {
      id: 'm',
      type: 'gemini',
      content: 'ok',
      toolCalls: [{ ...call, status: 'executing' }],
    }
    const again = { ...first, toolCalls: [call] }
    expect(readTranscript(gemini, [first, again, again]).kinds).toEqual([
      'agent',
      'tool-call',
      'tool-result',
    ])
  })

  it('reads what a person typed, without what hooks added', () => {
    const value = {
      id: 'm1',
      type: 'user',
      content: [
        { text: '<hook_context>a &lt;b&gt;</hook_context>\n\nFix it' },
        { text: '<hook_context>c</hook_context>' },
      ],
    }
    expect(readTranscript(gemini, [value]).entries).toMatchObject([
      { kind: 'human', text: 'Fix it' },
    ])
  })
})
