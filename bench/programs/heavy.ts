import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { HEAVY_TEXTS } from '../heavy-texts.js'
import { heavyPayloads, heavyTranscript } from '../heavy-payloads.js'
import { CLOSING_REPORT } from '../ordinary-session.js'
import type { BenchBar, BenchProgram } from '../program.js'
import { median, plainEnvironment } from '../timing.js'

/** What a hook without a model has for one event, and nothing else may take longer. */
const BUDGET_MS = 2000
/** Events of one batch, each a session of its own. */
const BATCH = 20

const TEXTS = [{ title: 'an ordinary report', text: CLOSING_REPORT }, ...HEAVY_TEXTS]

export const program: BenchProgram = {
  name: 'heavy',
  summary: 'processor time of hooks, judge, library and server for texts that are hard to read',
  async run({ print }) {
    const base = mkdtempSync(path.join(os.tmpdir(), 'reflect-bench-'))
    try {
      return await measure(base, print)
    } finally {
      rmSync(base, { recursive: true, force: true })
    }
  },
}

interface Place {
  root: string
  home: string
  env: NodeJS.ProcessEnv
}

async function measure(base: string, print: (line: string) => void) {
  const place = openPlace(base)
  const node = processorMs(['-e', '0'], place, '')
  print(`processor time in ms, with the git calls; bare node takes ${node}`)
  print(`columns: ${TEXTS.map(({ title }) => title).join(' | ')}`)
  const rows = new Map<string, number[]>()
  for (const [at, { text }] of TEXTS.entries()) {
    const add = (name: string, ms: number): void => {
      rows.set(name, [...(rows.get(name) ?? []), ms])
    }
    measureHooks(text, `s${at}`, place, add)
    measureCommands(text, `s${at}`, place, add)
    measureLibrary(text, place, add)
  }
  for (const [name, ms] of rows) {
    print(`${ms.map((one) => String(one).padStart(5)).join(' ')}  ${name}`)
  }
  const waits = await measureServer(place, print)
  const all = [...rows.values()]
  const heaviest = Math.max(...all.flatMap((ms) => ms.slice(1)))
  const ratios = all.map((ms) => Math.max(...ms.slice(1)) / ms[0]!)
  const [middle, most] = [median(ratios), Math.max(...ratios)]
  print(`heaviest / ordinary: ${middle.toFixed(2)} in the middle, ${most.toFixed(2)} at most`)
  return {
    figures: {
      'bare node, ms': node,
      'heaviest, ms': heaviest,
      'heavy to ordinary, median': middle,
      'heavy to ordinary, most': most,
      ...waits.figures,
    },
    bars: [
      bar('heaviest text anywhere / the budget of an event', heaviest / BUDGET_MS, 1),
      ...waits.bars,
    ],
  }
}

const bar = (name: string, ratio: number, limit: number): BenchBar => ({
  name,
  ratio,
  limit,
  kind: 'at most',
})

function openPlace(base: string): Place {
  const [root, home] = [path.join(base, 'project'), path.join(base, 'home')]
  for (const dir of [root, home]) mkdirSync(dir)
  const env = plainEnvironment({
    HOME: home,
    XDG_STATE_HOME: undefined,
    XDG_CONFIG_HOME: undefined,
    REFLECTION_MODE: 'solo',
  })
  spawnSync('git', ['init', '--quiet'], { cwd: root, env })
  return { root, home, env }
}

/** Processor time of a program of Node and of what it starts, in milliseconds. */
function processorMs(args: readonly string[], { root, env }: Place, input: string): number {
  const { status, stderr } = spawnSync(
    'bash',
    ['-c', 'TIMEFORMAT="%U %S"; time "$@"', 'bash', process.execPath, ...args],
    { cwd: root, env, input, encoding: 'utf8' },
  )
  const times = /([\d.]+) ([\d.]+)\s*$/.exec(stderr)
  // A judge says by its code what it found; 2 and more are failures.
  if ((status ?? 2) > 1 || times === null) throw new Error(`${args.join(' ')}: ${stderr}`)
  return Math.round((Number(times[1]) + Number(times[2])) * 1000)
}

type Add = (name: string, ms: number) => void

function measureHooks(text: string, sessionId: string, place: Place, add: Add): void {
  const folder = path.join(place.home, '.claude', 'projects', 'shop')
  mkdirSync(folder, { recursive: true })
  const transcript = path.join(folder, `${sessionId}.jsonl`)
  writeFileSync(transcript, heavyTranscript(text, sessionId))
  for (const { agent, event, payload } of heavyPayloads(text, sessionId, transcript)) {
    const args = [path.resolve('dist/hook/hook.cjs'), agent, event]
    const told = JSON.stringify({ ...payload, cwd: place.root })
    const withTranscript = 'transcript_path' in payload ? ' with its transcript' : ''
    add(`hook ${agent} ${event}${withTranscript}`, processorMs(args, place, told))
  }
}

function measureCommands(text: string, sessionId: string, place: Place, add: Add): void {
  const bin = path.resolve('dist/cli/bin.cjs')
  const transcript = path.join(place.home, '.claude', 'projects', 'shop', `${sessionId}.jsonl`)
  const cases = path.join(place.root, 'cases.json')
  const told = { task: text, tools_used: 'Bash(npm test)', agent_response: text }
  writeFileSync(cases, JSON.stringify([told]))
  add('reflect judge, a transcript', processorMs([bin, 'judge', transcript, '--json'], place, ''))
  add('reflect judge --case', processorMs([bin, 'judge', '--case', cases, '--json'], place, ''))
}

/** One call of the library for each kind of event, in a process of its own. */
function measureLibrary(text: string, place: Place, add: Add): void {
  const file = path.join(place.root, 'text.txt')
  writeFileSync(file, text)
  const fields = { 'prompt-submitted': 'text', 'session-stopped': 'lastMessage' }
  for (const [kind, field] of Object.entries(fields)) {
    const told = `{ kind: '${kind}', sessionId: 's1', ${field}: text }`
    const source = `
      import { readFileSync } from 'node:fs'
      import { openReflector } from ${JSON.stringify(path.resolve('dist/index.js'))}
      const text = readFileSync('text.txt', 'utf8')
      const reflector = await openReflector({ cwd: process.cwd(), home: process.env.HOME })
      await reflector.reflect(${told})
      await reflector.close?.()`
    add(`reflect() ${kind}`, processorMs(['--input-type=module', '-e', source], place, ''))
  }
}

/** What others wait for while a batch of such events comes in: the server's work in between. */
async function measureServer(place: Place, print: (line: string) => void) {
  const server = await serve(place)
  const figures: Record<string, number> = {}
  try {
    await measureBatch(server, TEXTS[0]!.text, 'warm')
    let [most, longest] = [0, 0]
    for (const [at, { title, text }] of TEXTS.entries()) {
      const { ms, waitMs, answers } = await measureBatch(server, text, `b${at}`)
      const meanwhile = `${answers} others answered meanwhile, after at most ${waitMs} ms of its work`
      print(`${String(ms).padStart(5)}  an event of ${BATCH} over HTTP, ${meanwhile}: ${title}`)
      if (at > 0) [most, longest] = [Math.max(most, ms), Math.max(longest, waitMs)]
    }
    figures['heaviest event over HTTP, ms'] = most
    figures['longest wait of others, ms'] = longest
    return {
      figures,
      bars: [
        bar('heaviest event over HTTP / the budget of an event', most / BUDGET_MS, 1),
        bar('longest wait of others / the budget of an event', longest / BUDGET_MS, 1),
      ],
    }
  } finally {
    server.child.kill('SIGTERM')
    await server.ended
  }
}

interface Served {
  child: ChildProcess
  ended: Promise<void>
  port: number
  token: string
}

async function serve({ root, env }: Place): Promise<Served> {
  const args = [path.resolve('dist/cli/bin.cjs'), 'serve', '--port', '0', '--json']
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  for await (const line of createInterface({ input: child.stdout })) {
    const said = JSON.parse(line) as { event: string; port: number; token_file: string }
    if (said.event !== 'listening') continue
    return { child, ended, port: said.port, token: readFileSync(said.token_file, 'utf8').trim() }
  }
  throw new Error('the server ended before it listened')
}

async function measureBatch({ child, port, token }: Served, text: string, name: string) {
  const events = Array.from({ length: BATCH }, (_, n) => ({
    kind: n % 2 === 0 ? 'session-stopped' : 'prompt-submitted',
    ...(n % 2 === 0 ? { lastMessage: text } : { text }),
    sessionId: `${name}-${n}`,
    id: `${name}-${n}`,
  }))
  const address = `http://127.0.0.1:${port}`
  const before = ticksOf(child.pid!)
  const state = { isOver: false }
  const batch = fetch(`${address}/api/v1/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ events }),
  }).then(async (reply) => {
    const { accepted } = (await reply.json()) as { accepted: number }
    state.isOver = true
    if (accepted !== BATCH) throw new Error(`${accepted} of ${BATCH} events were accepted`)
  })
  let [answers, waitMs] = [0, 0]
  while (!state.isOver) {
    const asked = ticksOf(child.pid!)
    await (await fetch(`${address}/healthz`)).text()
    waitMs = Math.max(waitMs, ticksOf(child.pid!) - asked)
    answers += 1
  }
  await batch
  return { ms: Math.round((ticksOf(child.pid!) - before) / BATCH), waitMs, answers }
}

/** Processor time of a process so far, in milliseconds, as Linux counts it: in steps of ten. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}
