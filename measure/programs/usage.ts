import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { readTranscript } from '../../src/read/transcript.js'
import { loadAgent } from '../../src/wiring/agent-registry.js'
import type { MeasureProgram } from '../program.js'

const NAMES = [
  'input_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
  'output_tokens',
] as const

export const program: MeasureProgram = {
  name: 'usage',
  summary: "Tokens of real Claude Code sessions, against the transcripts' own usage fields.",
  async run({ dataDir, args, print }) {
    const from = args.includes('--from') ? args[args.indexOf('--from') + 1] : undefined
    const files = listFiles(from ?? path.join(dataDir, 'transcripts'))
    const reader = await (await loadAgent('claude-code')).loadTranscriptReader!()
    let [sessions, equal, tokens] = [0, 0, 0]
    for (const file of files) {
      const own = sumFields(file)
      if (own === null) continue
      const { ledger } = await readTranscript({ path: file, reader, mark: null })
      const read = (ledger.usage ?? []).reduce(
        (sum, row) => [
          sum[0]! + row.input,
          sum[1]! + row.cacheRead,
          sum[2]! + row.cacheWrite,
          sum[3]! + row.output,
        ],
        [0, 0, 0, 0],
      )
      sessions += 1
      tokens += own.reduce((sum, one) => sum + one, 0)
      if (String(read) === String(own)) equal += 1
      else print(`differs: ${path.basename(file)}: read ${read.join(' ')}, told ${own.join(' ')}`)
    }
    if (sessions === 0) return print('Skipped: no session with usage fields.')
    print(`${String(sessions).padStart(12)}  sessions with usage fields`)
    print(`${String(equal).padStart(12)}  read as the fields say, cached and uncached apart`)
    print(`${String(tokens).padStart(12)}  tokens in them`)
  },
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => path.join(folder, name))

/** Without the reader: each message once, as its last line tells it. null where there is none. */
function sumFields(file: string): number[] | null {
  const messages = new Map<unknown, number[]>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (!line.includes('"usage"')) continue
    const { type, message } = parse(line)
    if (type !== 'assistant' || !message?.usage) continue
    messages.set(
      message.id ?? {},
      NAMES.map((name) => Number(message.usage![name] ?? 0)),
    )
  }
  const sums = [...messages.values()].reduce(
    (sum, one) => sum.map((value, index) => value + one[index]!),
    [0, 0, 0, 0],
  )
  return sums.some((one) => one > 0) ? sums : null
}

interface Line {
  type?: string
  message?: { id?: string; usage?: Record<string, unknown> }
}

function parse(line: string): Line {
  try {
    return JSON.parse(line) as Line
  } catch {
    return {}
  }
}
