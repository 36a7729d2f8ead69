import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openChatServer } from './opencode/chat-server.js'
import type { ChatServer } from './opencode/chat-server.js'
import { openHome } from './opencode/open-opencode.js'
import type { OpencodeHome, OpencodeServer } from './opencode/open-opencode.js'
import { script } from './opencode/script.js'
import { eventually, lastText, ourTexts, outcomes, readLog, toasts } from './opencode/story.js'

const PROGRAM = process.env['OPENCODE_PROGRAM']!
const BIN = process.env['REFLECT_BIN']!

/** Quick looks, and every lesson shown. */
const SETTINGS = 'mode: solo\nstall:\n  minAgeMs: 1500\nlessons:\n  holdout: 0\n'

let model: ChatServer
let home: OpencodeHome
let server: OpencodeServer

beforeAll(async () => {
  model = await openChatServer(script)
  home = openHome({ program: PROGRAM, bin: BIN, model })
  writeProject(home)
  home.reflect(['install', 'opencode', '--scope', 'user', '--mode', 'solo', '--yes'])
  home.write('../config/reflectory/reflection.yaml', SETTINGS)
  server = await home.serve()
}, 60_000)

afterAll(async () => {
  await server?.stop()
  await model?.close()
  home?.remove()
})

function writeProject({ write, git }: OpencodeHome): void {
  write('package.json', JSON.stringify({ name: 'shop', scripts: { test: 'sh check.sh' } }))
  write('check.sh', 'echo "Tests  1 failed | 2 passed (3)"\nexit 1\n')
  git('add', '.')
  git('commit', '--quiet', '-m', 'a failing check')
}

const stops = async (session: string) => outcomes(await readLog(home, session), 'session-stopped')
const looks = async (session: string) => outcomes(await readLog(home, session), 'session-idle-long')

async function play(text: string): Promise<string> {
  const session = await server.createSession()
  await server.prompt(session, text)
  return session
}

const settled = (ends: string[]): boolean => ends.length > 0 && !ends.includes('open')
const pushed = (ends: string[]): boolean => settled(ends) && ends.includes('continue')

describe('OpenCode', () => {
  it('that stops early is told the fact that contradicts it, once, and goes on to the end', async () => {
    const session = await play('[early] Make `npm test` pass.')
    const ends = await eventually(
      'two stops',
      () => stops(session),
      (ends) => ends.length === 2 && settled(ends),
    )
    expect(ends).toEqual(['continue', 'toast'])
    const messages = await server.messages(session)
    const [push, ...others] = ourTexts(messages)
    expect(push).toContain('1 failed, 2 passed')
    expect(others).toEqual([])
    expect(lastText(messages)).toBe('All tests pass now.')
    await server.until('a toast', () => toasts(server).includes('success: Task complete'))
    // The failed attempt's lesson rides along, as data.
    expect(push).toMatch(/<<<DATA source="lesson [^"]+ from a failed attempt"[^]*DATA>>>/)

    const before = model.requests.length
    await server.prompt(session, '[plain] Make `npm test` pass in the other package as well.')
    await eventually(
      'a third stop',
      () => stops(session),
      (ends) => ends.length === 3 && settled(ends),
    )
    const asked = model.requests.slice(before).find(({ hasTools }) => hasTools)
    expect(
      asked?.messages
        .slice(-2)
        .map(({ text }) => text)
        .join('\n'),
    ).toMatch(/<<<DATA source="lesson [^]*DATA>>>/)
  })

  it('that is done is not pushed', async () => {
    home.write('check.sh', 'echo "Tests  1 failed | 2 passed (3)"\nexit 1\n')
    const session = await play('[done] Mend check.sh so that `npm test` passes.')
    expect(await eventually('a stop', () => stops(session), settled)).toEqual(['toast'])
    expect(ourTexts(await server.messages(session))).toEqual([])
  })

  it('that its user aborts is left alone, though it says "idle" twice', async () => {
    const session = await play('[hang] Move all files.')
    await server.until('an answer that begins', (events) =>
      events.some(
        ({ type, properties }) =>
          type === 'message.part.delta' && properties['sessionID'] === session,
      ),
    )
    await server.call('POST', `/session/${session}/abort`)
    const idles = () =>
      server.events.filter(
        ({ type, properties }) => type === 'session.idle' && properties['sessionID'] === session,
      ).length
    await server
      .until('its idle twice', () => idles() >= 2, 20000)
      .catch((e) => console.log(String(e).slice(0, 100), idles()))
    expect(await eventually('a stop', () => stops(session), settled)).toEqual(['aborted'])
    expect(ourTexts(await server.messages(session))).toEqual([])
  })

  it('early abort', async () => {
    const session = await play('[hang] Move all files.')
    await server.call('POST', `/session/${session}/abort`)
    await server.until(
      'idle',
      (events) =>
        events.some(
          ({ type, properties }) => type === 'session.idle' && properties['sessionID'] === session,
        ),
      20000,
    )
    await new Promise((r) => setTimeout(r, 4000))
    console.log(
      JSON.stringify(await server.messages(session)),
      (await readLog(home, session)).map((e) => [e.kind, JSON.stringify(e.body).slice(0, 200)]),
    )
    console.log(
      JSON.stringify(
        server.events
          .filter((e) => e.properties['sessionID'] === session)
          .map((e) => [e.type, e.properties['status'], e.properties['error']]),
      ),
    )
  })

  it('that announces and goes quiet is nudged once', async () => {
    const session = await play('[stuck] Add retry logic to the client module.')
    await eventually('a nudge', () => looks(session), pushed, 20000).catch((e) =>
      console.log(String(e)),
    )
    await eventually(
      'its second stop',
      () => stops(session),
      (ends) => ends.length === 2 && settled(ends),
      20000,
    ).catch((e) => console.log(String(e)))
    console.log(
      await stops(session),
      await looks(session),
      ourTexts(await server.messages(session)),
    )
  })

  it('that compresses its context when told to gets its thread back, once', async () => {
    const session = await play('[half] Move all files of the old module into the new one.')
    await eventually('a stop', () => stops(session), settled)
    await server.call('POST', `/session/${session}/summarize`, {
      providerID: 'scripted',
      modelID: 'one',
    })
    await eventually('a nudge', () => looks(session), pushed, 30000).catch((e) =>
      console.log(String(e)),
    )
    await eventually(
      'its second stop',
      () => stops(session),
      (ends) => ends.length === 2 && settled(ends),
      20000,
    ).catch((e) => console.log(String(e)))
    console.log(
      await stops(session),
      await looks(session),
      ourTexts(await server.messages(session)),
    )
  })

  it('that compresses its context by itself gets its thread back when it is idle, once', async () => {
    const session = await play('[big] Move all files of the old module into the new one.')
    await eventually('a nudge', () => looks(session), pushed, 40000).catch((e) =>
      console.log(String(e)),
    )
    await eventually(
      'its second stop',
      () => stops(session),
      (ends) => ends.length === 2 && settled(ends),
      20000,
    ).catch((e) => console.log(String(e)))
    console.log(
      await stops(session),
      await looks(session),
      ourTexts(await server.messages(session)),
    )
    for (const m of await server.messages(session))
      console.log(
        m.info['role'],
        m.info['agent'],
        m.info['summary'],
        JSON.stringify(
          m.parts
            .filter((p) => !/^step/.test(p['type'] as string))
            .map((p) => [
              p['type'],
              (p['text'] as string)?.slice(0, 100),
              p['synthetic'],
              p['auto'],
            ]),
        ),
      )
  })
})
