import { describe, expect, it } from 'vitest'
import type { TranscriptReader } from '../agent.js'
import { applyUsage, beginLedger, toLedger } from '../evidence/ledger.js'
import { readTranscript } from './__fixtures__/read-transcript.js'
import { transcriptReader as claudeCode } from './claude-code/transcript.js'
import { transcriptReader as codex } from './codex/transcript.js'
import { transcriptReader as gemini } from './gemini/transcript.js'
import { transcriptReader as opencode } from './opencode/transcript.js'
import { transcriptReader as qwen } from './qwen/transcript.js'

const CASES: { client: string; reader: TranscriptReader; line: object; tokens: number | null }[] = [
  {
    client: 'claude-code',
    reader: claudeCode,
    line: {
      type: 'assistant',
      message: {
        id: 'm1',
        role: 'assistant',
        content: [{ type: 'text', text: 'Done.' }],
        usage: {
          input_tokens: 4,
          cache_creation_input_tokens: 10,
          cache_read_input_tokens: 100,
          output_tokens: 7,
        },
      },
    },
    tokens: 121,
  },
  {
    client: 'claude-code without usage',
    reader: claudeCode,
    line: { type: 'assistant', message: { id: 'm1', role: 'assistant', content: [] } },
    tokens: null,
  },
  {
    client: 'codex',
    reader: codex,
    line: {
      type: 'event_msg',
      payload: { type: 'token_count', info: { total_token_usage: { total_tokens: 16_422 } } },
    },
    tokens: 16_422,
  },
  {
    client: 'codex without figures',
    reader: codex,
    line: { type: 'event_msg', payload: { type: 'token_count', info: null } },
    tokens: null,
  },
  {
    client: 'gemini',
    reader: gemini,
    line: { type: 'gemini', id: 'g1', content: 'Done.', tokens: { input: 5, total: 12 } },
    tokens: 12,
  },
  {
    client: 'qwen',
    reader: qwen,
    line: {
      type: 'assistant',
      uuid: 'u1',
      message: { parts: [{ text: 'Done.' }] },
      usageMetadata: { totalTokenCount: 30 },
    },
    tokens: 30,
  },
  {
    client: 'opencode',
    reader: opencode,
    line: {
      info: {
        id: 'o1',
        role: 'assistant',
        tokens: { input: 1, output: 2, reasoning: 3, cache: { read: 40, write: 50 } },
      },
      parts: [],
    },
    tokens: 96,
  },
]

it.each(CASES)('$client tells what a message used', ({ reader, line, tokens }) => {
  expect(readTranscript(reader, [line]).usage).toEqual([tokens])
})

describe('the sum of a session', () => {
  const sum = (told: [number | null, string | null][]): number | undefined => {
    const state = beginLedger()
    for (const [tokens, id] of told) applyUsage(state, tokens, id)
    return toLedger(state).totals.tokens
  }

  it.each<{ name: string; told: [number | null, string | null][]; tokens: number | undefined }>([
    {
      name: 'adds up messages',
      told: [
        [10, 'a'],
        [20, 'b'],
      ],
      tokens: 30,
    },
    {
      name: 'counts a message of several lines once',
      told: [
        [10, 'a'],
        [12, 'a'],
        [5, 'b'],
      ],
      tokens: 17,
    },
    {
      name: 'takes messages without an id for different ones',
      told: [
        [10, null],
        [10, null],
      ],
      tokens: 20,
    },
    { name: 'is not known where nothing is told', told: [[null, 'a']], tokens: undefined },
    {
      name: 'leaves out what is no number of tokens',
      told: [
        [-5, 'a'],
        [1e15, 'b'],
      ],
      tokens: undefined,
    },
  ])('$name', ({ told, tokens }) => {
    expect(sum(told)).toBe(tokens)
  })
})
