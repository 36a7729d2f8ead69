import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { IMPORTED_MARK } from '../../src/config/imported-mark.js'
import { noteProject } from '../../src/config/project-note.js'
import { makeSession } from '../../src/guard/__fixtures__/session.js'
import { openSqliteStore } from '../../src/store/sqlite.js'
import { openStore, openWorkspace } from '../../src/wiring/workspace.js'
import { UNDER_AGENT } from '../../src/wiring/person/__fixtures__/processes.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

const AT = '2026-03-01T12:00:00.000Z'

async function openAsked(): Promise<OpenedCli> {
  const cli = openCli()
  const { root: cwd, env, home } = cli
  const input = { cwd, env, home, platform: process.platform, now: new Date() }
  const store = await openStore(await openWorkspace(input), { busyTimeoutMs: 1000, drainRows: 0 })
  for (const [sessionId, text] of [
    ['s1', 'Mend the rate limit of the login'],
    ['s2', 'Paint \u001b[31mthe rate board'],
  ] as const) {
    const body = { kind: 'prompt-submitted', origin: 'human', text }
    await store.transact({ sessionId, key: null }, () => ({
      state: makeSession({ sessionId, agent: sessionId === 's1' ? 'codex' : 'claude-code' }),
      events: [{ kind: 'agent.prompt-submitted', sessionId, at: AT, key: null, body }],
      writes: [],
      result: null,
    }))
  }
  await store.close()
  return cli
}

describe('reflect search', () => {
  it.each([
    [['rate'], ['s1', 's2']],
    [['rate', 'limit'], ['s1']],
    [['limit rate'], []],
    [['rate', '--agent', 'claude-code'], ['s2']],
    [['rate', '--kind', 'closing'], []],
    [
      ['rate', '--day', '2026-03-01'],
      ['s1', 's2'],
    ],
    [['rate', '--day', '2026-03-02'], []],
  ])('finds with %j the sessions %j', async (argv, sessions) => {
    const cli = await openAsked()
    const { code, out } = await cli.run(['search', ...argv, '--json'])
    const [found] = JSON.parse(out) as [{ hits: { sessionId: string }[] }]
    expect([code, found.hits.map(({ sessionId }) => sessionId).sort()]).toEqual([0, sessions])
  })

  it('shows the place and the session, and obeys nothing in the text', async () => {
    const { out } = await (await openAsked()).run(['search', 'board'])
    expect(out).toContain('rate board\n  request, session s2, ')
    expect(out).not.toContain('\u001b')
  })

  it('says so where nothing is found, and where nothing was recorded', async () => {
    expect((await (await openAsked()).run(['search', 'lantern'])).out).toBe(
      'Nothing has these words.',
    )
    expect((await openCli().run(['search', 'lantern'])).out).toBe('Nothing has these words.')
  })

  it('lets an agent search its own project, and no other', async () => {
    const cli = await openAsked()
    const world = { processes: UNDER_AGENT }
    expect((await cli.run(['search', 'limit'], world)).out).toContain('session s1')
    const all = await cli.run(['search', 'limit', '--all', '--yes'], world)
    expect([all.code, all.out, all.notes]).toEqual([
      1,
      '',
      expect.stringContaining('needs a person'),
    ])
  })

  it('shows sessions that were taken over from transcripts to a person alone', async () => {
    const cli = await openAsked()
    const { root: cwd, env, home } = cli
    const { stateDir } = await openWorkspace({
      cwd,
      env,
      home,
      platform: process.platform,
      now: new Date(),
    })
    const imported = path.join(path.dirname(stateDir), '0123456789abcdef')
    mkdirSync(imported)
    writeFileSync(path.join(imported, IMPORTED_MARK), '')
    await noteProject(imported, cwd)
    const store = await openSqliteStore(path.join(imported, 'reflectory.db'))
    const body = { kind: 'prompt-submitted', origin: 'human', text: 'An old lantern' }
    await store.add(
      [],
      [{ kind: 'agent.prompt-submitted', sessionId: 'old', at: AT, key: null, body }],
    )
    await store.close()
    expect((await cli.run(['search', 'lantern'])).out).toContain('old lantern')
    const seen = await cli.run(['search', 'lantern'], { processes: UNDER_AGENT })
    expect(seen.out).toBe('Nothing has these words.')
  })

  it('looks through all projects for a person', async () => {
    const cli = await openAsked()
    const { code, out } = await cli.run(['search', 'limit', '--all', '--yes'])
    expect([code, out]).toEqual([0, expect.stringContaining('session s1')])
  })

  it('refuses a day that is none', async () => {
    const { code, notes } = await openCli().run(['search', 'x', '--day', 'today'])
    expect([code, notes]).toEqual([2, expect.stringContaining('--day is a day')])
  })
})
