import { describe, expect, it } from 'vitest'
import type { TranscriptReader } from '../agent.js'
import { beginLedger, toLedger } from '../read/ledger.js'
import { applyUsage } from '../read/ledger/apply-usage.js'
import type { TokenUsage, UsageRow } from '../schema/token-usage.js'
import { readTranscript } from './__fixtures__/read-transcript.js'
import { transcriptReader as claudeCode } from './claude-code/transcript.js'
import { transcriptReader as copilot } from './copilot/transcript.js'
import { transcriptReader as droid } from './droid/transcript.js'
import { transcriptReader as codex } from './codex/transcript.js'
import { transcriptReader as gemini } from './gemini/transcript.js'
import { transcriptReader as opencode } from './opencode/transcript.js'
import { transcriptReader as pi } from './pi/transcript.js'
import { transcriptReader as qwen } from './qwen/transcript.js'

const used = (input: number, cacheRead: number, cacheWrite: number, output: number) => ({
  input,
  cacheRead,
  cacheWrite,
  output,
})

interface Case {
  client: string
  reader: TranscriptReader
  line: object
  tokens: TokenUsage | null
}

const CASES: Case[] = [
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
    tokens: used(4, 100, 10, 7),
  },
  {
    client: 'claude-code without usage',
    reader: claudeCode,
    line: { type: 'assistant', message: { id: 'm1', role: 'assistant', content: [] } },
    tokens: null,
  },
  {
    client: 'droid, beside its transcript',
    reader: droid,
    line: {
      model: 'claude-sonnet-4-5',
      tokenUsage: {
        inputTokens: 600,
        outputTokens: 50,
        cacheCreationTokens: 7,
        cacheReadTokens: 400,
        thinkingTokens: 20,
        factoryCredits: 3,
      },
    },
    tokens: used(600, 400, 7, 50),
  },
  {
    client: 'codex',
    reader: codex,
    line: {
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: {
          total_token_usage: {
            input_tokens: 16_341,
            cached_input_tokens: 3_584,
            output_tokens: 81,
            reasoning_output_tokens: 63,
          },
        },
      },
    },
    tokens: used(12_757, 3_584, 0, 81),
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
    line: {
      type: 'gemini',
      id: 'g1',
      content: 'Done.',
      tokens: { input: 5, cached: 3, output: 2, thoughts: 4, tool: 1, total: 12 },
    },
    tokens: used(3, 3, 0, 6),
  },
  {
    client: 'qwen',
    reader: qwen,
    line: {
      type: 'assistant',
      uuid: 'u1',
      message: { parts: [{ text: 'Done.' }] },
      usageMetadata: {
        promptTokenCount: 20,
        cachedContentTokenCount: 5,
        candidatesTokenCount: 10,
        thoughtsTokenCount: 4,
        totalTokenCount: 30,
      },
    },
    // Its thoughts are in the answer, as the total shows.
    tokens: used(15, 5, 0, 10),
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
    tokens: used(1, 40, 50, 5),
  },
  {
    client: 'pi',
    reader: pi,
    line: {
      type: 'message',
      id: 'p1',
      message: {
        role: 'assistant',
        content: [],
        usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, totalTokens: 10 },
      },
    },
    tokens: used(1, 3, 4, 2),
  },
  {
    client: 'copilot',
    reader: copilot,
    line: {
      type: 'session.shutdown',
      data: {
        modelMetrics: {
          'gpt-5': {
            usage: { inputTokens: 50, cacheReadTokens: 30, cacheWriteTokens: 5, outputTokens: 9 },
          },
        },
      },
    },
    tokens: used(15, 30, 5, 9),
  },
]

it.each(CASES)('$client tells what a message used', ({ reader, line, tokens }) => {
  expect(readTranscript(reader, [line]).usage).toEqual([tokens])
})

const DAY = '2026-01-02'
const row = (
  model: string | null,
  day: string | null,
  output: number,
  cacheRead = 0,
): UsageRow => ({ model, day, ...used(0, cacheRead, 0, output) })

describe('the sum of a session', () => {
  type Told = [tokens: TokenUsage | null, id: string | null, model?: string, day?: string]
  const sum = (told: readonly Told[]) => {
    const state = beginLedger()
    for (const [tokens, id, model = 'm', day = DAY] of told) {
      applyUsage(state, tokens, { id, model, at: `${day}T03:04:05.000Z` })
    }
    const { totals, usage } = toLedger(state)
    return { tokens: totals.tokens, usage }
  }
  const out = (output: number, cacheRead = 0) => used(0, cacheRead, 0, output)

  it.each<{ name: string; told: Told[]; tokens: number | undefined; usage?: UsageRow[] }>([
    {
      name: 'adds up messages, cached apart',
      told: [
        [out(10, 5), 'a'],
        [out(20), 'b'],
      ],
      tokens: 35,
      usage: [row('m', DAY, 30, 5)],
    },
    {
      name: 'counts a message of several lines once, as it was told last',
      told: [
        [out(10), 'a'],
        [out(12), 'a'],
        [out(5), 'b'],
      ],
      tokens: 17,
      usage: [row('m', DAY, 17)],
    },
    {
      name: "counts it once where a subagent's lines stand between",
      told: [
        [out(10), 'a', 'm'],
        [out(1), 'b', 'small'],
        [out(12), 'a', 'm'],
      ],
      tokens: 13,
      usage: [row('m', DAY, 12), row('small', DAY, 1)],
    },
    {
      name: 'keeps models and days apart',
      told: [
        [out(1), 'a', 'x', '2026-01-01'],
        [out(2), 'b', 'x', '2026-01-02'],
        [out(4), 'c', 'y', '2026-01-02'],
      ],
      tokens: 7,
      usage: [row('x', '2026-01-01', 1), row('x', '2026-01-02', 2), row('y', '2026-01-02', 4)],
    },
    {
      name: 'takes messages without an id for different ones',
      told: [
        [out(10), null],
        [out(10), null],
      ],
      tokens: 20,
      usage: [row('m', DAY, 20)],
    },
    { name: 'is not known where nothing is told', told: [[null, 'a']], tokens: undefined },
    {
      name: 'leaves out what is no number of tokens',
      told: [
        [out(-5), 'a'],
        [out(1e15), 'b'],
      ],
      tokens: undefined,
    },
  ])('$name', ({ told, tokens, usage }) => {
    expect(sum(told)).toEqual({ tokens, usage })
  })

  it('stays bounded, and loses no token, over hundreds of days', () => {
    const days = Array.from({ length: 300 }, (_, n) => new Date(n * 86_400_000).toISOString())
    const { tokens, usage } = sum(days.map((day): Told => [out(1), null, 'm', day.slice(0, 10)]))
    expect(tokens).toBe(300)
    expect(usage!.length).toBeLessThan(100)
    expect(usage!.reduce((all, { output }) => all + output, 0)).toBe(300)
  })
})

it('counts what a Codex session grew by, for the model of the turn', () => {
  const total = (input: number, cached: number, output: number) => ({
    type: 'event_msg',
    payload: {
      type: 'token_count',
      info: {
        total_token_usage: {
          input_tokens: input,
          cached_input_tokens: cached,
          output_tokens: output,
        },
      },
    },
  })
  const read = readTranscript(codex, [total(100, 0, 10), total(100, 0, 10), total(300, 150, 15)])
  expect(read.usage).toEqual([used(100, 0, 0, 10), used(0, 0, 0, 0), used(50, 150, 0, 5)])
})
