import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { BIN, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { openClient } from './open-client.js'

const lesson = (name: string) => ({
  analysis: `The ${name} test failed because its fixture was stale.`,
  suggestion: 'Build the fixture in the test.',
  category: 'test_gap',
})

async function idsOf(sandbox: Sandbox): Promise<string[]> {
  const file = path.join(sandbox.stateDir(), 'reflectory.db')
  const store = await openSqliteStore(file, { busyTimeoutMs: 2000 })
  try {
    return (await store.list('lesson', { limit: 1000 })).map(({ id }) => id)
  } finally {
    await store.close()
  }
}

const idIn = (text: string): string => /lesson (\S+?)[.,]/.exec(text)![1]!
const words = 'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima'.split(' ')

/** The server as a bare process, for what an honest client never does. */
function startServer({ root, env }: Sandbox) {
  const child = spawn(process.execPath, [BIN, 'mcp'], {
    cwd: root,
    env: { ...env, REFLECTION_MODE: 'solo' },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const seen = { out: '', err: '' }
  child.stdout.on('data', (chunk: Buffer) => (seen.out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (seen.err += chunk.toString()))
  child.stdin.on('error', () => undefined)
  const send = (message: object) => child.stdin.write(`${JSON.stringify(message)}\n`)
  return { child, seen, send, closed: once(child, 'close') }
}

const HELLO = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'bare', version: '1' },
  },
}
const callOf = (id: number, name: string, args: object) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
})
const answersIn = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { id: number; result?: unknown; error?: unknown })

describe('two servers of one project', () => {
  it('keep every lesson of both, and one of what both learned', async () => {
    const sandbox = openSandbox()
    const [first, second] = [await openClient(sandbox), await openClient(sandbox)]
    const answers = await Promise.all([
      ...words.map((word) => first.call('record_lesson', lesson(word))),
      ...words.slice(6).map((word) => second.call('record_lesson', lesson(word))),
      ...words.slice(0, 6).map((word) => second.call('record_lesson', lesson(`${word} other`))),
    ])
    expect(answers.filter(({ isError }) => isError)).toEqual([])
    const ids = new Set(answers.map(({ text }) => idIn(text)))
    expect((await idsOf(sandbox)).sort()).toEqual([...ids].sort())
    expect(ids.size).toBe(18)
  })
})

describe('a server', () => {
  it('that is killed in the middle loses nothing that it acknowledged', async () => {
    const sandbox = openSandbox()
    const { call, pid } = await openClient(sandbox)
    const acknowledged: string[] = []
    const record = async (word: string) => {
      const { text } = await call('record_lesson', lesson(word))
      acknowledged.push(idIn(text))
    }
    for (const word of words.slice(0, 3)) await record(word)
    const rest = Promise.allSettled(words.slice(3).map(record))
    process.kill(pid, 'SIGKILL')
    expect((await rest).map(({ status }) => status)).toEqual(words.slice(3).map(() => 'rejected'))
    const kept = await idsOf(sandbox)
    expect(acknowledged.filter((id) => !kept.includes(id))).toEqual([])
    const again = await openClient(sandbox)
    expect((await again.call('record_lesson', lesson('next'))).text).toMatch(/^Recorded/)
  })

  it('answers what it was asked before the client closed, then ends', async () => {
    const { child, seen, send, closed } = startServer(openSandbox())
    send(HELLO)
    send(callOf(2, 'record_lesson', lesson('last')))
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(answersIn(seen.out).map(({ id, error }) => ({ id, error }))).toEqual([
      { id: 1, error: undefined },
      { id: 2, error: undefined },
    ])
    expect(seen.err).toBe('')
  })

  it('ends when the system tells it to, though its client stays', async () => {
    const { child, send, closed } = startServer(openSandbox())
    send(HELLO)
    await once(child.stdout, 'data')
    child.kill('SIGTERM')
    expect(await closed).toEqual([0, null])
  })

  it('passes over a line that is no message, and answers the next', async () => {
    const { child, seen, send, closed } = startServer(openSandbox())
    send(HELLO)
    child.stdin.write('this is not JSON\n{"jsonrpc":"1.0"}\n')
    send(callOf(2, 'task_status', {}))
    child.stdin.end()
    expect(await closed).toEqual([0, null])
    expect(answersIn(seen.out).map(({ id }) => id)).toEqual([1, 2])
    expect(seen.err).toMatch(/^mcp: /)
  })

  it('gives up a client whose message is larger than any honest one, and says why', async () => {
    const { child, seen, send, closed } = startServer(openSandbox())
    send(HELLO)
    await once(child.stdout, 'data')
    send(callOf(2, 'submit_reflection', { known_not_in_diff: 'x'.repeat(5 * 1024 * 1024) }))
    expect(await closed).toEqual([1, null])
    expect(answersIn(seen.out).map(({ id }) => id)).toEqual([1])
    expect(seen.err).toMatch(/^mcp: .*maximum size/)
  })

  it('is told apart from a folder that is not there', async () => {
    const sandbox = openSandbox()
    const { code, stdout, stderr } = await sandbox.reflect(['mcp', '--project', 'nowhere'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('nowhere is not a folder')
  })
})
