import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { transcriptReader } from '../../src/agents/claude-code/transcript.js'
import { toEvidence } from '../../src/read/to-evidence.js'
import { readTranscript } from '../../src/read/transcript.js'
import type { TranscriptMark } from '../../src/read/transcript.js'
import type { BenchProgram } from '../program.js'

const MB = 1024 * 1024
const REPEATS = 9

/** Reading transcripts: against bare parsing, at length, and only what is new. */
export const program: BenchProgram = {
  name: 'evidence',
  summary:
    'reading a transcript against bare JSON.parse, memory at 100 MB, a stop at 100 MB against 1 MB',
  async run({ print }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-bench-'))
    try {
      const parsing = await compareParsing(makeTranscript(folder, 'parse', 40 * MB))
      print(`40 MB: ${ms(parsing.ours)} read, ${ms(parsing.bare)} bare JSON.parse`)
      const long = makeTranscript(folder, 'long', 100 * MB)
      const memory = await peakGrowth(long)
      print(
        `100 MB: read in ${ms(memory.elapsed)}, memory grew by at most ${memory.megabytes.toFixed(0)} MB`,
      )
      const stops = await compareStops(makeTranscript(folder, 'short', MB), long)
      print(
        `a stop: ${ms(stops.short)} at 1 MB, ${ms(stops.long)} at 100 MB; mark ${stops.markBytes} bytes`,
      )
      return {
        bars: [
          {
            name: 'whole-file parsing against bare JSON.parse',
            ratio: parsing.ours / parsing.bare,
            limit: 2,
            kind: 'at most',
          },
          {
            name: 'memory at 100 MB as a share of the file',
            ratio: memory.megabytes / 100,
            limit: 1,
            kind: 'at most',
          },
          {
            name: 'a stop at 100 MB against one at 1 MB',
            ratio: stops.long / stops.short,
            limit: 3,
            kind: 'at most',
          },
        ],
        figures: {
          oursMs: parsing.ours,
          bareMs: parsing.bare,
          read100MbMs: memory.elapsed,
          memoryMb: memory.megabytes,
          stop1MbMs: stops.short,
          stop100MbMs: stops.long,
          markBytes: stops.markBytes,
        },
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const ms = (value: number): string => `${value.toFixed(1)} ms`

async function compareParsing(file: string): Promise<{ ours: number; bare: number }> {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const ours: number[] = []
  const bare: number[] = []
  for (let round = 0; round < REPEATS; round++) {
    bare.push(
      await timed(async () => {
        for (const line of lines) JSON.parse(line)
      }),
    )
    ours.push(
      await timed(() => readTranscript({ path: file, reader: transcriptReader, mark: null })),
    )
  }
  return { ours: median(ours), bare: median(bare) }
}

async function peakGrowth(file: string): Promise<{ elapsed: number; megabytes: number }> {
  const start = process.memoryUsage().rss
  let peak = start
  const sampler = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5)
  const elapsed = await timed(() =>
    readTranscript({ path: file, reader: transcriptReader, mark: null }),
  )
  clearInterval(sampler)
  return { elapsed, megabytes: (Math.max(peak, process.memoryUsage().rss) - start) / MB }
}

/** A stop as a hook does it: the kept mark, the new lines, the ledger, the mark to keep. */
async function compareStops(
  short: string,
  long: string,
): Promise<{ short: number; long: number; markBytes: number }> {
  const kept = new Map([
    [short, await keep(short, null)],
    [long, await keep(long, null)],
  ])
  const times = new Map<string, number[]>([
    [short, []],
    [long, []],
  ])
  for (let round = 0; round < REPEATS * 5; round++) {
    for (const file of [short, long]) {
      appendFileSync(file, turn(round).join(''))
      const elapsed = await timed(async () => {
        kept.set(file, await keep(file, JSON.parse(kept.get(file)!) as TranscriptMark))
      })
      times.get(file)!.push(elapsed)
    }
  }
  return {
    short: median(times.get(short)!),
    long: median(times.get(long)!),
    markBytes: kept.get(long)!.length,
  }
}

async function keep(file: string, mark: TranscriptMark | null): Promise<string> {
  const reading = await readTranscript({ path: file, reader: transcriptReader, mark })
  toEvidence({
    at: '2026-01-01T00:00:00.000Z',
    ledger: reading.ledger,
    repository: null,
    lastMessage: null,
    degraded: [],
  })
  return JSON.stringify(reading.mark)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}

function makeTranscript(folder: string, name: string, bytes: number): string {
  const file = path.join(folder, `${name}.jsonl`)
  const handle = openSync(file, 'w')
  for (let written = 0, round = 0; written < bytes; round++) {
    written += writeSync(handle, turn(round).join(''))
  }
  closeSync(handle)
  return file
}

/** A stretch of an ordinary session: reading, an edit, a test run, a word; every fifth has a prompt. */
function turn(round: number): string[] {
  const id = String(round).padStart(8, '0')
  const base = {
    isSidechain: false,
    userType: 'external',
    cwd: '/home/dev/shop',
    sessionId: '5f0c2f7e-0000-4000-8000-000000000000',
    version: '2.1.0',
    gitBranch: 'main',
    timestamp: '2026-01-01T10:00:00.000Z',
  }
  let part = 0
  const line = (fields: object) =>
    `${JSON.stringify({ ...base, uuid: `${id}-${part++}-4000-8000-00000000000000000`, ...fields })}\n`
  const call = (name: string, input: object, output: string) => {
    const callId = `toolu_${id}${part}`
    return [
      line({
        type: 'assistant',
        message: {
          id: `msg_${id}`,
          role: 'assistant',
          model: 'some-model',
          content: [{ type: 'tool_use', id: callId, name, input }],
          usage: { input_tokens: 10, output_tokens: 20 },
        },
      }),
      line({
        type: 'user',
        message: {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: callId, content: output, is_error: false }],
        },
        toolUseResult: { stdout: output, stderr: '', interrupted: false },
      }),
    ]
  }
  const source = `export function price${round}(cart) {\n  return cart.items.reduce((sum, item) => sum + item.price, 0)\n}\n`
  return [
    ...(round % 5 === 0
      ? [
          line({
            type: 'user',
            message: { role: 'user', content: `Fix item ${round} and run the tests` },
          }),
        ]
      : []),
    ...call('Read', { file_path: `/home/dev/shop/src/cart${round}.ts` }, source.repeat(40)),
    ...call('Grep', { pattern: 'price', path: 'src' }, `src/cart${round}.ts:1\n`.repeat(60)),
    ...call(
      'Edit',
      {
        file_path: `/home/dev/shop/src/cart${round}.ts`,
        old_string: source,
        new_string: source.repeat(4),
      },
      'The file has been updated.',
    ),
    ...call(
      'Bash',
      { command: 'npx vitest run', description: `Run ${round}` },
      `${' ✓ src/cart.test.ts (3 tests) 4ms\n'.repeat(30)}\n Test Files  30 passed (30)\n      Tests  90 passed (90)\n`,
    ),
    line({
      type: 'assistant',
      message: {
        id: `msg_${id}b`,
        role: 'assistant',
        content: [{ type: 'text', text: `Fixed item ${round}. All 90 tests pass.` }],
        usage: { input_tokens: 10, output_tokens: 20 },
      },
    }),
  ]
}
