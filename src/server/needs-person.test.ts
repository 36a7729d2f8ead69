import { afterAll, beforeAll, expect, it } from 'vitest'
import { routes } from '../schema/api/routes.js'
import type { RouteContract } from '../schema/api/routes.js'
import { openTestServer } from './__fixtures__/open-server.js'
import type { TestServer } from './__fixtures__/open-server.js'

let server: TestServer
/** Who is at the other end; a test says otherwise. */
let processes: string[] = ['browser']
let isBrowser = false
let person: Awaited<
  ReturnType<NonNullable<Parameters<typeof openTestServer>[0]>['whoAsks'] & object>
>['person']

const AGENT = {
  kind: 'agent',
  isAbove: true,
  agent: 'claude-code',
  sign: 'the process 30',
} as const
const TERMINAL = { kind: 'terminal', terminal: 'pts/1' } as const

beforeAll(async () => {
  person = TERMINAL
  server = await openTestServer({ whoAsks: async () => ({ person, processes, isBrowser }) })
})
afterAll(() => server.stop())

const decisions = Object.entries(routes as Record<string, RouteContract>).flatMap(
  ([name, { needsPerson }]) => (needsPerson === true ? [name.replace('POST ', '')] : []),
)
const placeOf = (name: string) => `/api/v1${name.replaceAll(/\{\w+\}/g, 'none')}`
const send = (place: string, token: string, body: unknown = {}) =>
  fetch(server.url + place, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
const BODIES: Record<string, unknown> = {
  '/self/{id}': { word: 'pin' },
  '/skills/rollback': { commit: 'abcdef12' },
}

async function logIn(): Promise<string> {
  const code = new URL(await server.newLink()).hash.replace('#login=', '')
  return ((await (await send('/api/v1/login', '', { code })).json()) as { token: string }).token
}

it.each(decisions)('POST %s is not done for the token of the file', async (name) => {
  const reply = await send(placeOf(name), server.token, BODIES[name])
  expect([reply.status, await reply.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'needs-person',
      detail: expect.stringContaining('token alone'),
    }),
  ])
})

it.each(decisions)('POST %s is done for whoever opened a person’s link', async (name) => {
  // There is nothing of that name: it was let through.
  expect((await send(placeOf(name), await logIn(), BODIES[name])).status).toBe(404)
})

it('a link that the token makes is a person’s only where one is seen to ask', async () => {
  const ask = async () => (await send('/api/v1/links', server.token)).json()
  expect(await ask()).toMatchObject({ person: true })
  for (const other of [AGENT, { kind: 'no-terminal' }, { kind: 'unknown', why: '' }] as const) {
    person = other
    const link = (await ask()) as { person: boolean; code: string }
    person = TERMINAL
    expect(link.person).toBe(false)
    const login = (await (await send('/api/v1/login', '', link)).json()) as { token?: string }
    expect(login.token).toBeUndefined()
    const read = (await (await send('/api/v1/login', '', { code: link.code })).json()) as {
      token: string
    }
    expect(read.token).toBe(server.token)
  }
})

it('a session that was taken from the browser’s files serves no other program', async () => {
  const stolen = await logIn()
  processes = ['curl']
  const reply = await send('/api/v1/lessons/none/pin', stolen)
  processes = ['network service', 'browser']
  expect([reply.status, (await send('/api/v1/lessons/none/pin', stolen)).status]).toEqual([
    403, 404,
  ])
  processes = ['browser']
})

it.each([
  ['another program', TERMINAL, ['curl']],
  ['a program under an agent', AGENT, ['browser']],
])('a session that was taken gives %s no link of a person', async (_title, asks, from) => {
  const stolen = await logIn()
  person = asks
  processes = from
  const reply = await send('/api/v1/links', stolen)
  person = TERMINAL
  processes = ['browser']
  expect([reply.status, await reply.json()]).toEqual([
    403,
    expect.objectContaining({ code: 'needs-person' }),
  ])
})

it('a session serves nothing that an agent started', async () => {
  const session = await logIn()
  person = AGENT
  const reply = await send('/api/v1/lessons/none/pin', session)
  const link = await logIn()
  person = TERMINAL
  expect([reply.status, link]).toEqual([403, server.token])
})

it.each([
  ['a program that was cut off from an agent', { ...AGENT, isAbove: false }, false, false],
  ['a browser that the desktop started', { ...AGENT, isAbove: false }, true, true],
  ['a browser that an agent started', AGENT, true, false],
  [
    'a window that an agent may have opened',
    { ...TERMINAL, kind: 'window', agent: 'x' },
    false,
    false,
  ],
  ['a terminal that an agent may have opened', { kind: 'unknown', why: '' }, false, false],
] as const)('a link of a person gives %s what it may have', async (_, asks, isOne, isSession) => {
  const code = new URL(await server.newLink()).hash.replace('#login=', '')
  person = asks
  isBrowser = isOne
  const { token } = (await (await send('/api/v1/login', '', { code })).json()) as { token: string }
  person = TERMINAL
  isBrowser = false
  expect(token.startsWith(`${server.token}.`)).toBe(isSession)
})

it('a made-up session is none', async () => {
  const reply = await send('/api/v1/lessons/none/pin', `${server.token}.${'x'.repeat(43)}`)
  expect(reply.status).toBe(403)
})

it('the log says which person decided', async () => {
  const at = '2026-03-01T09:00:00.000Z'
  await server.host.store.add([
    {
      kind: 'memory',
      record: {
        id: 'm1',
        owner: 'human',
        ts: at,
        text: 'x',
        kind: 'note',
        tags: [],
        provenance: null,
      } as never,
    },
  ])
  const reply = await send('/api/v1/memory/m1/forget', await logIn())
  const [event] = await server.host.store.readEvents({ kinds: ['person.decided'] })
  expect([reply.status, event?.body]).toEqual([
    200,
    { act: 'POST /memory/{id}/forget', id: 'm1', proof: 'the terminal of a test, in a browser' },
  ])
})
