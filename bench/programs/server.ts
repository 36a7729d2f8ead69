import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { loadSqlite } from '../../src/store/sql/sqlite-library.js'
import type { BenchProgram } from '../program.js'
import { median, plainEnvironment } from '../timing.js'

const BATCH = 50
const BATCHES_A_SECOND = 20
const SECONDS = 60
const VIEWERS = 50
const SESSIONS = 40
/** One event in so many is a stop, which is judged; the others are what an agent does in between. */
const STOP_EVERY = 200
const MAX_FRAMES_A_SECOND = 4

export const program: BenchProgram = {
  name: 'server',
  summary: `${BATCH * BATCHES_A_SECOND} events a second over HTTP, with 0 and with ${VIEWERS} live viewers`,
  async run({ args, print }) {
    const seconds = Number(args[0] ?? SECONDS)
    const alone = await measure(seconds, 0)
    print(describe(alone))
    const watched = await measure(seconds, VIEWERS)
    print(describe(watched))
    const wanted = BATCH * BATCHES_A_SECOND
    const bars = [alone, watched].flatMap((run) => [
      {
        name: `events that the store has of those sent, ${run.viewers} viewers`,
        ratio: run.kept / run.sent,
        limit: 1,
        kind: 'at least' as const,
      },
      {
        name: `events/s to ${wanted}, ${run.viewers} viewers`,
        ratio: run.perSecond / wanted,
        limit: 0.99,
        kind: 'at least' as const,
      },
    ])
    return {
      bars: [
        ...bars,
        {
          name: `frames a second of the busiest viewer to ${MAX_FRAMES_A_SECOND}`,
          ratio: watched.framesASecond / MAX_FRAMES_A_SECOND,
          limit: 1,
          kind: 'at most',
        },
        {
          name: 'viewers that saw the last line (1 = all)',
          ratio: watched.upToDate / VIEWERS,
          limit: 1,
          kind: 'at least',
        },
      ],
      figures: {
        'events sent, each run': alone.sent,
        'ms a batch, no viewer': alone.batchMs,
        [`ms a batch, ${VIEWERS} viewers`]: watched.batchMs,
        'events/s, no viewer': alone.perSecond,
        [`events/s, ${VIEWERS} viewers`]: watched.perSecond,
        'frames a second and viewer': watched.framesASecond,
      },
    }
  },
}

interface Run {
  viewers: number
  sent: number
  kept: number
  perSecond: number
  /** Median from sending a batch to its answer. */
  batchMs: number
  framesASecond: number
  upToDate: number
}

const describe = (run: Run): string =>
  `${String(run.viewers).padStart(2)} viewers  ${run.kept} of ${run.sent} events kept  ${run.perSecond} events/s  ${run.batchMs} ms a batch${run.viewers === 0 ? '' : `  at most ${run.framesASecond} frames/s`}`

async function measure(seconds: number, viewers: number): Promise<Run> {
  const base = mkdtempSync(path.join(os.tmpdir(), 'reflectory-bench-'))
  const [home, root] = [path.join(base, 'home'), path.join(base, 'project')]
  for (const dir of [home, root]) mkdirSync(dir)
  const server = await serve(root, plainEnvironment({ HOME: home, XDG_STATE_HOME: undefined }))
  try {
    const watching = Array.from({ length: viewers }, () => watch(server))
    await Promise.all(watching.map(({ opened }) => opened))
    const { sent, times, tookMs } = await send(server, seconds)
    const last = readLast(server.database)
    await Promise.race([Promise.all(watching.map((viewer) => viewer.sees(last.id))), wait(10_000)])
    return {
      viewers,
      sent,
      kept: last.agentEvents,
      perSecond: Math.round((sent / tookMs) * 1000),
      batchMs: Math.round(median(times)),
      framesASecond: Math.max(0, ...watching.map(({ perSecond }) => perSecond())),
      upToDate: watching.filter(({ last: seen }) => seen() >= last.id).length,
    }
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(base, { recursive: true, force: true })
  }
}

interface Served {
  child: ChildProcess
  ended: Promise<void>
  port: number
  token: string
  database: string
  agent: Agent
}

async function serve(cwd: string, env: NodeJS.ProcessEnv): Promise<Served> {
  const args = [path.resolve('dist/cli/bin.cjs'), 'serve', '--port', '0', '--json']
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...env, REFLECTION_MODE: 'solo' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface({ input: child.stdout! })) {
    const said = JSON.parse(line) as { event: string; port: number; token_file: string }
    if (said.event !== 'listening') continue
    const database = findDatabase(path.dirname(said.token_file))
    const token = readFileSync(said.token_file, 'utf8').trim()
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    return { child, ended, port: said.port, token, database, agent }
  }
  throw new Error('the server ended before it listened')
}

/** The only project of this user. */
function findDatabase(stateRoot: string): string {
  const project = readdirSync(stateRoot).find((name) => /^[0-9a-f]{16}$/.test(name))
  return path.join(stateRoot, project ?? '', 'reflectory.db')
}

/** One batch every 50 ms, whether the one before was answered or not. */
async function send(
  server: Served,
  seconds: number,
): Promise<{ sent: number; times: number[]; tookMs: number }> {
  const start = performance.now()
  const times: number[] = []
  const answers: Promise<number>[] = []
  for (let batch = 0; batch < seconds * BATCHES_A_SECOND; batch += 1) {
    const dueMs = start + (batch * 1000) / BATCHES_A_SECOND - performance.now()
    if (dueMs > 0) await wait(dueMs)
    const sentAt = performance.now()
    answers.push(
      post(server, toBatch(batch)).then((accepted) => {
        times.push(performance.now() - sentAt)
        return accepted
      }),
    )
  }
  const accepted = (await Promise.all(answers)).reduce((sum, count) => sum + count, 0)
  const tookMs = Math.max(performance.now() - start, seconds * 1000)
  const sent = seconds * BATCHES_A_SECOND * BATCH
  if (accepted !== sent) throw new Error(`${accepted} of ${sent} events were accepted`)
  return { sent, times, tookMs }
}

function toBatch(batch: number): string {
  const events = Array.from({ length: BATCH }, (_, n) => {
    const number = batch * BATCH + n
    const common = { id: `event-${number}`, sessionId: `session-${number % SESSIONS}` }
    if (number % STOP_EVERY === STOP_EVERY - 1) {
      return {
        kind: 'session-stopped',
        ...common,
        lastMessage: 'I updated the parser. Next, I will run the tests.',
      }
    }
    if (number % 25 === 0) {
      return { kind: 'prompt-submitted', ...common, text: `Please look at case ${number}.` }
    }
    return { kind: 'tool-finished', ...common, tool: 'Bash', failed: number % 9 === 0 }
  })
  return JSON.stringify({ events })
}

function post({ port, token, agent }: Served, body: string): Promise<number> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
  }
  const options = {
    host: '127.0.0.1',
    port,
    agent,
    method: 'POST',
    path: '/api/v1/events',
    headers,
  }
  return new Promise((resolve, reject) => {
    const sent = request(options, (reply) => {
      let text = ''
      reply.setEncoding('utf8')
      reply.on('data', (chunk: string) => (text += chunk))
      reply.on('end', () => {
        if (reply.statusCode !== 200) reject(new Error(text))
        else resolve((JSON.parse(text) as { accepted: number }).accepted)
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

interface Watching {
  opened: Promise<void>
  last(): number
  /** Frames in the busiest second. */
  perSecond(): number
  sees(id: number): Promise<void>
}

function watch({ port, token }: Served): Watching {
  const frames: number[] = []
  let last = 0
  let onFrame: (() => void) | null = null
  const headers = { authorization: `Bearer ${token}` }
  const options = { host: '127.0.0.1', port, path: '/api/v1/live?after=0', headers, agent: false }
  const opened = new Promise<void>((resolve, reject) => {
    const asked = request(options, (reply) => {
      let tail = ''
      reply.setEncoding('latin1')
      reply.on('data', (chunk: string) => {
        const text = tail + chunk
        for (const [, id] of text.matchAll(/(?:^|\n)id: (\d+)\n/g)) {
          last = Number(id)
          frames.push(performance.now())
          onFrame?.()
        }
        tail = text.slice(text.lastIndexOf('\n') + 1).slice(-40)
      })
      reply.on('error', () => undefined)
      resolve()
    })
    asked.on('error', reject)
    asked.end()
  })
  return {
    opened,
    last: () => last,
    perSecond: () => busiest(frames),
    sees: (id) =>
      new Promise((resolve) => {
        const look = () => (last >= id ? resolve() : undefined)
        onFrame = look
        look()
      }),
  }
}

/** Measured over five seconds: one delayed frame that meets the next is no burst. */
function busiest(frames: readonly number[]): number {
  const SPAN_MS = 5000
  let most = 0
  for (const [index, at] of frames.entries()) {
    let count = 0
    while (index + count < frames.length && frames[index + count]! < at + SPAN_MS) count += 1
    most = Math.max(most, count)
  }
  return most / (SPAN_MS / 1000)
}

function readLast(database: string): { id: number; agentEvents: number } {
  const open = new (loadSqlite().DatabaseSync)(database)
  try {
    const [row] = open
      .prepare(
        "SELECT max(id) AS id, (SELECT count(*) FROM events WHERE kind >= 'agent.' AND kind < 'agent/' AND key LIKE 'agent:[%\"event-%') AS kept FROM events",
      )
      .all() as { id: number; kept: number }[]
    return { id: row!.id, agentEvents: row!.kept }
  } finally {
    open.close()
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
