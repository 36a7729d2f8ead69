import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { scanFile } from '../../src/audit/scan-file.js'
import { transcriptReader } from '../../src/agents/claude-code/transcript.js'
import { writeTranscript } from '../ordinary-session.js'
import type { BenchProgram } from '../program.js'

const MB = 1024 * 1024
const SESSION_BYTES = 2 * MB

/** The first pass of an audit against bare parsing of the same lines. */
export const program: BenchProgram = {
  name: 'audit',
  summary:
    'the first pass of an audit against bare JSON.parse; --mb 1024 for 1 GB, --from DIR for real sessions',
  async run({ args, print }) {
    const folder = mkdtempSync(path.join(tmpdir(), 'reflectory-bench-'))
    try {
      const megabytes = Number(optionOf(args, '--mb') ?? 100)
      const files = makeCopies(folder, megabytes * MB, optionOf(args, '--from'))
      const { ours, bare, bytes, peak } = await compare(files)
      print(
        `${files.length} sessions, ${(bytes / MB).toFixed(0)} MB: ${ours.toFixed(0)} ms first pass, ${bare.toFixed(0)} ms bare JSON.parse`,
      )
      print(`memory of the process: at most ${(peak / MB).toFixed(0)} MB`)
      return {
        bars: [
          {
            name: 'first pass against bare JSON.parse',
            ratio: ours / bare,
            limit: 3,
            kind: 'at most',
          },
          { name: 'memory against 400 MB', ratio: peak / MB / 400, limit: 1, kind: 'at most' },
        ],
        figures: { oursMs: ours, bareMs: bare, bytes, peakMb: peak / MB },
      }
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const optionOf = (args: readonly string[], name: string): string | null =>
  args.includes(name) ? (args[args.indexOf(name) + 1] ?? null) : null

/** Copies with ids of their own and changed text: no two lines are the same. */
function makeCopies(folder: string, bytes: number, from: string | null): string[] {
  const originals = from === null ? null : listFiles(from)
  const files: string[] = []
  for (let written = 0; written < bytes;) {
    const id = `00000000-0000-4000-8000-${String(files.length).padStart(12, '0')}`
    const text =
      originals === null
        ? makeSession(id, files.length)
        : changed(readFileSync(originals[files.length % originals.length]!, 'utf8'), files.length)
    const file = path.join(folder, `${id}.jsonl`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, text)
    files.push(file)
    written += text.length
  }
  return files
}

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .map((name) => path.join(folder, name))

const makeSession = (sessionId: string, index: number): string =>
  writeTranscript({
    sessionId,
    root: `/srv/project-${index}`,
    files: Array.from({ length: 20 }, (_, n) => `src/part-${n}/file-${index}.ts`),
    bytes: SESSION_BYTES,
  })

const changed = (text: string, index: number): string =>
  text.replaceAll('msg_01', `msg_${index}x`).replaceAll('"sessionId":"', `"sessionId":"${index}-`)

async function compare(
  files: readonly string[],
): Promise<{ ours: number; bare: number; bytes: number; peak: number }> {
  // Both are compiled before anything counts.
  for (const file of files.slice(0, 3)) {
    parseLines(file)
    await scanFile({ path: file }, transcriptReader)
  }
  let [ours, bare, bytes, peak] = [0, 0, 0, 0]
  for (const file of files) {
    let started = performance.now()
    bytes += parseLines(file)
    bare += performance.now() - started
    started = performance.now()
    await scanFile({ path: file }, transcriptReader)
    ours += performance.now() - started
    peak = Math.max(peak, process.memoryUsage.rss())
  }
  return { ours, bare, bytes, peak }
}

function parseLines(file: string): number {
  const text = readFileSync(file, 'utf8')
  for (const line of text.split('\n')) if (line !== '') parse(line)
  return text.length
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}
