import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { OpencodeClient, PluginHooks, SessionInfo } from './client.js'
import { connect } from './connect.js'

const sessionID = 'ses_1'

/** A hook that speaks the protocol: `act` says what it does with a message, in its own words. */
const hook = (act: string): string => `
const fs = require('node:fs')
const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n')
const log = (line) => fs.appendFileSync(__dirname + '/log', line + '\\n')
const reply = (message, reply = null) =>
  say({ type: 'action', event: message.event, session: '${sessionID}', reply })
log('started')
let rest = ''
process.stdin.on('data', (chunk) => {
  const lines = (rest + chunk).split('\\n')
  rest = lines.pop()
  for (const line of lines) take(JSON.parse(line))
})
process.stdin.on('end', () => process.exit(0))
function take(message) {
  log(message.type + ' ' + (message.payload?.type ?? message.busy ?? ''))
  if (message.type === 'hello') say({ type: 'ready', protocol: 1 })
  ${act}
}
`
const ANSWERS = `if (message.type === 'event') reply(message)`
const PUSHES = `
  if (message.type !== 'event') return
  const isIdle = message.payload.type === 'session.idle'
  reply(message, isIdle ? { do: 'prompt', text: 'Not done', metadata: { reflection: {} } } : null)`

interface Opened {
  hooks: PluginHooks
  /** What the client was asked to do. */
  calls: string[]
  log(): string[]
  script: string
  directory: string
  idle(): Promise<void>
}

function open(
  text: string,
  {
    node = process.execPath,
    info = {} as Partial<SessionInfo>,
    waitMs = 20_000,
    endsWhenIdle = false,
  } = {},
): Opened {
  const directory = mkdtempSync(path.join(tmpdir(), 'reflect-plugin-'))
  const script = path.join(directory, 'hook.cjs')
  if (text !== '') writeFileSync(script, text)
  const calls: string[] = []
  const hooks = connect(
    { client: fakeClient(calls, info), directory },
    { node, script, waitMs, endsWhenIdle },
  )
  onTestFinished(async () => {
    await hooks.dispose?.()
    rmSync(directory, { recursive: true, force: true })
  })
  const file = path.join(directory, 'log')
  return {
    hooks,
    calls,
    script,
    directory,
    log: () => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []),
    idle: () => hooks.event!({ event: { type: 'session.idle', properties: { sessionID } } }),
  }
}

function fakeClient(calls: string[], info: Partial<SessionInfo>): OpencodeClient {
  const note = async <T>(call: string, data: T) => {
    calls.push(call)
    return { data }
  }
  const message = {
    info: { id: 'msg_1', role: 'assistant' },
    parts: [{ type: 'text', text: 'Hi' }],
  }
  return {
    session: {
      get: async ({ path: { id } }) => ({ data: { id, ...info } }),
      messages: async () => ({ data: [message] }),
      create: () => note('create', { id: 'ses_ours' }),
      prompt: () => note('prompt', message),
      promptAsync: ({ path: { id }, body }) => note(`push ${id} ${JSON.stringify(body)}`, null),
      abort: () => note('abort', null),
      delete: ({ path: { id } }) => note(`delete ${id}`, null),
    },
    tui: { showToast: ({ body }) => note(`toast ${(body as { message: string }).message}`, null) },
  }
}

const prompt = async ({ hooks }: Opened) => {
  const parts: Record<string, unknown>[] = [
    { id: 'prt_1', messageID: 'msg_1', type: 'text', text: 'Go' },
  ]
  await hooks['chat.message']!({ sessionID, messageID: 'msg_1' }, { parts })
  return parts
}

const starts = (opened: Opened) => opened.log().filter((line) => line === 'started').length

describe('the plugin', () => {
  it('forwards what happens and carries out what comes back', async () => {
    const opened = open(hook(PUSHES))
    await prompt(opened)
    await opened.idle()
    expect(opened.log()).toEqual([
      'started',
      'hello ',
      'event chat.message',
      'busy false',
      'event session.idle',
    ])
    expect(opened.calls).toEqual([
      'push ses_1 {"parts":[{"type":"text","text":"Not done","metadata":{"reflection":{}}}]}',
    ])
  })

  it.each([
    { info: {}, says: ['busy false', 'leaving ', 'event session.idle'] },
    { info: { parentID: 'ses_0' }, says: ['busy false', 'event session.idle'] },
  ])('says before a stop that nothing will arrive, where the client ends: $says', async (row) => {
    const opened = open(hook(ANSWERS), { info: row.info, endsWhenIdle: true })
    await opened.idle()
    expect(opened.log().slice(2)).toEqual(row.says)
  })

  it('adds what it is told to a prompt, marked, behind what the human wrote', async () => {
    const opened = open(
      hook(`if (message.type === 'event') reply(message, { do: 'context', text: 'Lessons' })`),
    )
    expect(await prompt(opened)).toEqual([
      expect.objectContaining({ text: 'Go' }),
      {
        id: expect.stringMatching(/^prt_/),
        sessionID,
        messageID: 'msg_1',
        type: 'text',
        text: 'Lessons',
        synthetic: true,
        metadata: { reflection: { moment: 'recall' } },
      },
    ])
  })

  it('says that the client ends while something is under way, and carries nothing out', async () => {
    const opened = open(
      hook(`
  if (message.payload?.type === 'session.idle') globalThis.idle = message
  if (message.type === 'leaving')
    reply(globalThis.idle, { do: 'prompt', text: 'Not done', metadata: { reflection: {} } })`),
    )
    await opened.hooks.event!({
      event: { type: 'session.status', properties: { sessionID, status: { type: 'busy' } } },
    })
    const idle = opened.idle()
    await expect.poll(opened.log).toContain('event session.idle')
    await opened.hooks.dispose!()
    await idle
    expect(opened.log().at(-1)).toBe('leaving')
    expect(opened.calls).toEqual([])
  })

  describe('a call that ended', () => {
    const CONTEXT = `
      if (message.type === 'event') log(JSON.stringify(message.payload.properties))
      if (message.type === 'event') reply(message, { do: 'context', text: 'Look at why' })`

    /** Tells of a call as the client does, and what its model then reads. */
    async function end(
      opened: Opened,
      metadata: object,
      output: unknown = 'red',
    ): Promise<unknown> {
      await prompt(opened)
      const result = { output, metadata }
      const input = { tool: 'bash', sessionID, callID: 'c1', args: { command: 'npm test' } }
      await opened.hooks['tool.execute.after']!(input, result)
      return result.output
    }

    it.each([{ exit: 1 }, { exit: null }])(
      'badly waits for what comes behind it: %j',
      async (exit) => {
        const opened = open(hook(CONTEXT))
        expect(await end(opened, exit)).toBe('red\n\nLook at why')
        const told = JSON.parse(opened.log().at(-1)!) as object
        expect(told).toMatchObject({ tool: 'bash', args: { command: 'npm test' }, output: 'red' })
      },
    )

    it.each([{ exit: 0 }, {}])('well gets nothing, and waits for nothing: %j', async (metadata) => {
      const opened = open(hook(`if (message.payload?.type === 'chat.message') reply(message)`))
      expect(await end(opened, metadata)).toBe('red')
    })

    it('badly with a long output is told by its ends, and keeps it whole', async () => {
      const opened = open(hook(CONTEXT))
      const long = `start ${'x'.repeat(100_000)} end`
      expect(await end(opened, { exit: 1 }, long)).toBe(`${long}\n\nLook at why`)
      const { output } = JSON.parse(opened.log().at(-1)!) as { output: string }
      expect(output.length).toBeLessThan(20_000)
      expect([output.startsWith('start'), output.endsWith('end')]).toEqual([true, true])
    })

    it('badly is left as it is by a hook that hangs', async () => {
      const opened = open(hook(`if (message.payload?.type === 'chat.message') reply(message)`), {
        waitMs: 300,
      })
      expect(await end(opened, { exit: 1 })).toBe('red')
    })
  })

  it('tells of one idle once, though it comes under two names', async () => {
    const opened = open(hook(ANSWERS))
    const status = { type: 'session.status', properties: { sessionID, status: { type: 'idle' } } }
    await Promise.all([opened.hooks.event!({ event: status }), opened.idle()])
    expect(opened.log().filter((line) => line === 'event session.idle')).toHaveLength(1)
  })

  it('says nothing of sessions that are our own', async () => {
    const opened = open(hook(ANSWERS), { info: { metadata: { reflection: 'judge' } } })
    await prompt(opened)
    await opened.idle()
    expect(opened.log().filter((line) => line.startsWith('event'))).toEqual([])
  })

  it('falls silent when it is loaded again: one event is told once, and pushed once', async () => {
    const first = open(hook(PUSHES))
    const calls: string[] = []
    const { script, directory } = first
    const second = connect(
      { client: fakeClient(calls, {}), directory },
      { node: process.execPath, script },
    )
    await first.idle()
    await second.event!({ event: { type: 'session.idle', properties: { sessionID } } })
    expect([first.calls.length, calls.length]).toEqual([0, 1])
    await second.dispose!()
  })

  it('lends the model and removes the session that it made for it', async () => {
    const lends = `
      if (message.type === 'event')
        say({ type: 'call', call: 1, name: 'generate', session: '${sessionID}', prompt: 'Well?' })
      if (message.type === 'result') log('lent ' + message.value.text)
      if (message.type === 'result') reply({ event: 1 })`
    const opened = open(hook(lends))
    await opened.idle()
    expect(opened.log().at(-1)).toBe('lent Hi')
    expect(opened.calls).toEqual(['create', 'prompt', 'delete ses_ours'])
  })

  it('hands a session over when it is asked for it', async () => {
    const asks = `
      if (message.type === 'event')
        say({ type: 'call', call: 7, name: 'transcript', session: '${sessionID}' })
      if (message.type === 'result') log('messages ' + message.value.messages.length)
      if (message.type === 'result') reply({ event: 1 })`
    const opened = open(hook(asks))
    await opened.idle()
    expect(opened.log().at(-1)).toBe('messages 1')
  })
})

describe('a hook that', () => {
  it('is off is asked nothing, and again when the next session begins', async () => {
    const opened = open(`require('node:fs').appendFileSync(__dirname + '/log', 'started\\n')`)
    await prompt(opened)
    await opened.idle()
    expect(starts(opened)).toBe(1)
    writeFileSync(opened.script, hook(ANSWERS))
    await opened.hooks.event!({
      event: { type: 'session.created', properties: { info: { id: 'ses_2' } } },
    })
    expect(opened.log()).toEqual(['started', 'started', 'hello ', 'event session.created'])
    expect(opened.calls).toEqual([])
  })

  it('dies is started once more, and then never again', async () => {
    const opened = open(hook(`if (message.type === 'event') process.exit(1)`))
    for (let turn = 0; turn < 4; turn += 1) await prompt(opened)
    expect(starts(opened)).toBe(2)
    expect(opened.calls).toEqual([])
  })

  it('is started again is told which sessions there are, and which are at work', async () => {
    const opened = open(
      hook(`if (message.payload?.type === 'session.compacted') process.exit(1); ${ANSWERS}`),
    )
    const tell = (type: string, properties: object) =>
      opened.hooks.event!({ event: { type, properties: { sessionID, ...properties } } })
    await prompt(opened)
    await tell('session.created', { sessionID: 'ses_2' })
    await tell('session.created', { sessionID: 'ses_3' })
    await tell('session.deleted', { sessionID: 'ses_3' })
    await tell('session.status', { status: { type: 'busy' } })
    await tell('session.compacted', {})
    await prompt(opened)
    const log = opened.log()
    expect(log.slice(log.lastIndexOf('started'))).toEqual([
      'started',
      'hello ',
      'busy true',
      'busy false',
      'event chat.message',
    ])
  })

  it.each(['throw new Error("broken")', ''])(
    'can not be started costs no session: %j',
    async (text) => {
      const opened = open(text)
      expect(await prompt(opened)).toHaveLength(1)
      await opened.idle()
      expect(opened.calls).toEqual([])
    },
  )

  it('hangs holds a prompt no longer than its wait, and is ended', async () => {
    const opened = open(hook(''), { waitMs: 1000 })
    for (let turn = 0; turn < 4; turn += 1) expect(await prompt(opened)).toHaveLength(1)
    expect(starts(opened)).toBe(2)
  })

  it('speaks another protocol is left alone', async () => {
    const refuses = hook('').replace(
      `{ type: 'ready', protocol: 1 }`,
      `{ type: 'refused', protocol: 9 }`,
    )
    const opened = open(
      refuses.replace(`log('started')`, `log('started'); setTimeout(process.exit, 20)`),
    )
    await prompt(opened)
    expect(starts(opened)).toBe(1)
  })

  it('says what is no message is heard no worse for it', async () => {
    const opened = open(hook(`process.stdout.write('nonsense\\n[]\\nnull\\n7\\n'); ${PUSHES}`))
    await opened.idle()
    expect(opened.calls).toHaveLength(1)
  })
})

it('shows one toast where there is no Node, and only once it is asked something', async () => {
  const opened = open(hook(ANSWERS), { node: '/nowhere/node' })
  await prompt(opened)
  expect(opened.calls).toEqual([])
  await opened.idle()
  await opened.idle()
  expect(opened.calls).toEqual(['toast Reflectory needs Node.js 20.19 or newer and found none.'])
})
