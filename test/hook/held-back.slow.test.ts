import { describe, expect, it } from 'vitest'
import { runIn } from '../support/open-cli.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const SOLO = { REFLECTION_MODE: 'solo' }

/** The answer to a stop, and how many records lie beside the work after it. */
async function stop(sandbox: Sandbox, sessionId: string, env: NodeJS.ProcessEnv = {}) {
  const event = { kind: 'session-stopped', sessionId, cwd: sandbox.root }
  const done = await sandbox.hook(['generic'], event, { ...SOLO, ...env })
  return { action: JSON.parse(done.stdout) as unknown, records: sandbox.sidecars().length }
}

describe('a hook', () => {
  it('in a session that we started ourselves records and never pushes', async () => {
    expect(await stop(openSandbox(), 's1', { REFLECTION_PARENT: 's0' })).toEqual({
      action: { kind: 'none', reason: 'own_session' },
      records: 1,
    })
  })

  it('in a paused session records and never pushes, until it is resumed', async () => {
    const sandbox = openSandbox()
    await runIn(['pause', '--session', 's1', '--yes'], sandbox, { env: SOLO })
    const paused = await stop(sandbox, 's1')
    const other = await stop(sandbox, 's2')
    await sandbox.reflect(['resume', '--session', 's1'], SOLO)
    const resumed = await stop(sandbox, 's1')
    expect([paused, other, resumed]).toEqual([
      { action: { kind: 'none', reason: 'paused' }, records: 1 },
      { action: { kind: 'none', reason: 'captured' }, records: 2 },
      { action: { kind: 'none', reason: 'captured' }, records: 3 },
    ])
  })
})
