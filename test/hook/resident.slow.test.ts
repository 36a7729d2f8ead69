import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ResidentMessage } from '../../src/schema/resident-message.js'
import { readTree } from '../support/read-tree.js'
import { openOtlpReceiver } from '../server/otlp-receiver.js'
import { HOOK, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const session = 's1'
const CONFIG = '../home/.config/reflectory/reflection.yaml'

type Kind = ResidentMessage['type']
type Of<K extends Kind> = Extract<ResidentMessage, { type: K }>

interface Resident {
  say(line: object | string): void
  /** From now on every call for a transcript gets this one. */
  handOver(transcript: object): void
  event(number: number, payload: object, transcript?: object): void
  /** The next message of that kind. */
  next<K extends Kind>(type: K): Promise<Of<K>>
  /** Ends its input; resolves with its exit code. */
  end(): Promise<number | null>
  exit: Promise<number | null>
}

/** The resident hook as a client's plugin has it, in the form that any agent can speak. */
function openResident(sandbox: Sandbox, { agent = 'opencode', env = {} } = {}): Resident {
  const child = spawn(process.execPath, [HOOK, agent, '--stdio'], {
    cwd: sandbox.root,
    env: { ...sandbox.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  child.stdin.on('error', () => undefined)
  onTestFinished(() => void child.kill('SIGKILL'))
  const seen: ResidentMessage[] = []
  const waiting: { type: Kind; resolve(message: ResidentMessage): void }[] = []
  let handed: object | null = null
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as ResidentMessage
    if (message.type === 'call' && message.name === 'transcript' && handed !== null) {
      return say({ type: 'result', call: message.call, value: handed })
    }
    const index = waiting.findIndex(({ type }) => type === message.type)
    if (index === -1) seen.push(message)
    else waiting.splice(index, 1)[0]!.resolve(message)
  })
  const exit = new Promise<number | null>((resolve) => void child.on('close', resolve))
  const say = (line: object | string): void =>
    void child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`)
  return {
    say,
    exit,
    handOver: (transcript) => {
      handed = transcript
    },
    event: (event, payload, transcript) =>
      say({ type: 'event', event, payload, ...(transcript === undefined ? {} : { transcript }) }),
    next: <K extends Kind>(type: K) =>
      new Promise<Of<K>>((resolve) => {
        const index = seen.findIndex((message) => message.type === type)
        if (index !== -1) resolve(seen.splice(index, 1)[0] as Of<K>)
        else waiting.push({ type, resolve: resolve as (message: ResidentMessage) => void })
      }),
    end() {
      child.stdin.end()
      return exit
    },
  }
}

async function openReady(config = 'mode: solo\n'): Promise<Sandbox & { resident: Resident }> {
  const sandbox = openSandbox()
  sandbox.write(CONFIG, config)
  const resident = openResident(sandbox)
  resident.say({ type: 'hello', protocol: 1, version: null })
  expect(await resident.next('ready')).toEqual({ type: 'ready', protocol: 1 })
  return { ...sandbox, resident }
}

const prompt = (text: string) => ({
  type: 'chat.message',
  properties: { sessionID: session, messageID: 'm1', parts: [{ type: 'text', text }] },
})
const idle = { type: 'session.idle', properties: { sessionID: session } }
const aborted = {
  type: 'session.error',
  properties: { sessionID: session, error: { name: 'MessageAbortedError' } },
}
const at = (created: number) => ({ time: { created, completed: created } })

/** A session in which the agent ran a command and then said something. */
const told = (request: string, text: string, tool: object): object => ({
  info: { id: session },
  messages: [
    {
      info: { id: 'm1', role: 'user', ...at(1_700_000_000_000) },
      parts: [{ type: 'text', text: request }],
    },
    {
      info: { id: 'm2', role: 'assistant', finish: 'stop', ...at(1_700_000_001_000) },
      parts: [
        { type: 'tool', callID: 'c1', ...tool },
        { type: 'text', text },
      ],
    },
  ],
})
const bash = (command: string, output: string, exit: number) => ({
  tool: 'bash',
  state: { status: 'completed', input: { command }, output, metadata: { exit } },
})
const early = told(
  'Fix the failing test.',
  'Done. All tests pass.',
  bash('npm test', ' Tests  1 failed | 2 passed (3)', 1),
)

describe('the resident hook', () => {
  it('that is off says nothing, leaves nothing and ends', async () => {
    const sandbox = openSandbox()
    const before = readTree(sandbox.base)
    expect(await openResident(sandbox).exit).toBe(0)
    expect(readTree(sandbox.base)).toEqual(before)
  })

  it('answers every event, and pushes for one stop once', async () => {
    const { resident, sidecars } = await openReady()
    resident.event(1, prompt('Fix the failing test.'))
    expect(await resident.next('action')).toEqual({
      type: 'action',
      event: 1,
      session,
      reply: null,
    })
    resident.event(2, idle, early)
    expect(await resident.next('action')).toMatchObject({
      event: 2,
      session,
      reply: { do: 'prompt', text: expect.stringContaining('1 failed | 2 passed') },
    })
    resident.event(3, idle, early)
    expect(await resident.next('action')).toMatchObject({ event: 3, reply: null })
    expect(await resident.end()).toBe(0)
    expect(sidecars()).toHaveLength(1)
  })

  it('tells a collector what it recorded, and waits for none that hangs', async () => {
    const receiver = await openOtlpReceiver()
    const settings = { mode: 'solo', telemetry: { otlp: { endpoint: receiver.url } } }
    const sandbox = await openReady(JSON.stringify(settings))
    // What happened before it was switched on is not told: from here on it is.
    expect(await sandbox.resident.end()).toBe(0)

    const resident = openResident(sandbox)
    resident.event(1, prompt('Fix the failing test.'))
    resident.event(2, idle, early)
    await resident.next('action')
    expect(await resident.next('action')).toMatchObject({ event: 2, reply: { do: 'prompt' } })
    expect(await resident.end()).toBe(0)
    expect(receiver.spans.map(({ name }) => name)).toContain('invoke_agent opencode')
    expect(receiver.events.map(({ eventName }) => eventName)).toContain('gen_ai.evaluation.result')
    expect([receiver.refused, receiver.bytes.includes('failing test')]).toEqual([[], false])

    receiver.hangs = true
    const hung = openResident(sandbox)
    hung.event(1, prompt('And now?'))
    await hung.next('action')
    const began = Date.now()
    hung.event(2, prompt('And then?'))
    expect(await hung.next('action')).toMatchObject({ event: 2 })
    expect(Date.now() - began).toBeLessThan(2500)
    expect(await hung.end()).toBe(0)
  })

  it('passes over what is no message, and says so in the log', async () => {
    const { resident, stateDir } = await openReady()
    for (const line of ['nonsense', '[]', '{"type":"event"}', '{"type":"event","event":-1}']) {
      resident.say(line)
    }
    resident.event(1, { type: 'nobody.knows' })
    expect(await resident.next('action')).toEqual({
      type: 'action',
      event: 1,
      session: null,
      reply: null,
    })
    await resident.end()
    const log = readFileSync(path.join(stateDir(), 'logs', 'hook.log'), 'utf8')
    expect(log.match(/Not a message of the protocol/g)).toHaveLength(4)
  })

  it.each([
    { why: 'a protocol that it does not speak', agent: 'opencode', protocol: 2 },
    { why: 'an unknown agent', agent: 'nobody', protocol: 1 },
  ])('ends in peace for $why', async ({ agent, protocol }) => {
    const sandbox = openSandbox()
    sandbox.write(CONFIG, 'mode: solo\n')
    const resident = openResident(sandbox, { agent })
    resident.say({ type: 'hello', protocol, version: null })
    expect(await resident.exit).toBe(0)
  })

  it('does nothing from the moment that it is switched off', async () => {
    const { resident, write, root } = await openReady()
    write(CONFIG, 'mode: off\n')
    resident.event(1, idle, early)
    expect(await resident.next('action')).toMatchObject({ event: 1, reply: null })
    expect(existsSync(path.join(root, '.reflection'))).toBe(false)
  })

  it('takes an abort while the judge still thinks, and drops what it says', async () => {
    const models =
      'models:\n  useClientModel: true\n  backends: { mine: { adapter: client } }\n  roles: { judge: [mine] }\n'
    const { resident } = await openReady(`mode: solo\n${models}`)
    resident.event(1, prompt('Give every handler a module.'))
    await resident.next('action')
    const half = told('Give every handler a module.', 'The first one has its own.', {
      tool: 'write',
      state: { status: 'completed', input: { filePath: 'one.js', content: 'x' }, output: '' },
    })
    resident.event(2, idle, half)
    const call = await resident.next('call')
    expect(call).toMatchObject({ name: 'generate', session })
    resident.event(3, aborted)
    expect(await resident.next('action')).toMatchObject({ event: 3 })
    const text = JSON.stringify({ complete: false, severity: 'HIGH', missing: ['the rest'] })
    const value = { text, model: 'a/b', inputTokens: 1, outputTokens: 1 }
    resident.say({ type: 'result', call: call.call, value })
    expect(await resident.next('action')).toMatchObject({ event: 2, reply: null })
  })

  it('asks for the session when a look is due, and nudges by itself', async () => {
    const { resident } = await openReady('mode: solo\nstall:\n  minAgeMs: 300\n')
    const broken = told('Add retry logic.', 'I read it, and the retry logic belongs into the', {
      tool: 'write',
      state: { status: 'completed', input: { filePath: 'one.js', content: 'x' }, output: '' },
    })
    resident.handOver(broken)
    resident.event(1, prompt('Add retry logic.'))
    resident.event(2, idle, broken)
    const [first, second] = [await resident.next('action'), await resident.next('action')]
    expect([first.reply, second.reply]).toEqual([null, null])
    expect(await resident.next('action')).toMatchObject({
      event: null,
      session,
      reply: { do: 'prompt', text: expect.stringContaining('broke off') },
    })
  })

  it('tells the person of a message that hangs half-written in a busy session', async () => {
    const { resident } = await openReady('mode: solo\nstall:\n  minAgeMs: 300\n')
    const explained = told('What does one.js do?', 'It exports one function, which adds.', {
      tool: 'read',
      state: { status: 'completed', input: { filePath: 'one.js' }, output: 'x' },
    }) as { messages: object[] }
    const written = {
      info: { id: 'm4', role: 'assistant', time: { created: 1_700_000_003_000 } },
      parts: [{ type: 'text', text: 'The second one' }],
    }
    resident.handOver({ ...explained, messages: [...explained.messages, written] })
    resident.event(1, prompt('What does one.js do?'))
    resident.event(2, idle, explained)
    resident.say({ type: 'busy', session, busy: true })
    const [first, second] = [await resident.next('action'), await resident.next('action')]
    expect([first.reply, second.reply]).toEqual([null, null])
    expect(await resident.next('action')).toMatchObject({
      event: null,
      session,
      reply: {
        do: 'toast',
        text: expect.stringContaining('has not grown for'),
        variant: 'warning',
      },
    })
  })
})
