import { expect, it } from 'vitest'
import { samples } from '../../src/testing/store-contract/samples.js'
import { openStore, openWorkspace } from '../../src/wiring/workspace.js'
import { openCli } from '../support/open-cli.js'

it('finds the last event behind many lines of ours, and counts a session by its last run', async () => {
  const cli = openCli()
  const { root: cwd, env, home } = cli
  const input = { cwd, env, home, platform: process.platform, now: new Date() }
  const store = await openStore(await openWorkspace(input), { busyTimeoutMs: 1000, drainRows: 0 })
  const at = '2026-03-01T12:00:00.000Z'
  const line = (kind: string, key: string) => ({ at, kind, sessionId: 's1', key, body: BODY })
  await store.once('stop', () => ({
    writes: [],
    removes: [],
    events: [
      line('agent.session-stopped', 'stop'),
      ...Array.from({ length: 80 }, (_, n) => line('lesson.saved', `l${n}`)),
    ],
    result: null,
  }))
  const run = (id: string, day: number, state: string) =>
    samples.run.make({
      id,
      at: `2026-03-0${day}T12:00:00.000Z`,
      sessionId: 's1',
      subject: 'x',
      state,
    })
  const runs = [run('r1', 1, 'needs_review'), run('r2', 2, 'needs_review')]
  await store.add(runs.map((record) => ({ kind: 'run', record })))
  await store.close()
  const read = async () => JSON.parse((await cli.run(['status', '--json'])).out)
  expect(await read()).toMatchObject({
    lastEvent: { kind: 'session-stopped', agent: 'an-agent' },
    runs: 2,
    needReview: 1,
  })
})

const BODY = { agent: 'an-agent' }
