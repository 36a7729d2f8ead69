import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runIn } from '../support/open-cli.js'
import { HOOK, openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'
import { edits, human, openStory, runs, says, VITEST_RED } from '../support/stop-story.js'

const SOLO = { REFLECTION_MODE: 'solo' }

/** The answer to a stop, and how many records lie beside the work after it. */
async function stop(sandbox: Sandbox, sessionId: string, env: NodeJS.ProcessEnv = {}) {
  const event = { kind: 'session-stopped', sessionId, cwd: sandbox.root }
  const done = await sandbox.hook(['generic'], event, { ...SOLO, ...env })
  return { action: JSON.parse(done.stdout) as unknown, records: sandbox.sidecars().length }
}

describe('a hook', () => {
  it('in a session that we started ourselves records and never pushes', async () => {
    const sandbox = openSandbox()
    const env = { ...sandbox.env, ...SOLO, REFLECTION_PARENT: 's0' }
    // Below a program of ours, as a runner's client is.
    const parent = path.join(sandbox.base, 'bin.cjs')
    writeFileSync(
      parent,
      `const { execFileSync } = require('node:child_process')
      process.stdout.write(execFileSync(process.execPath, [${JSON.stringify(HOOK)}, 'generic'], { input: process.argv[2] }))`,
    )
    const event = { kind: 'session-stopped', sessionId: 's1', cwd: sandbox.root }
    const done = spawnSync(process.execPath, [parent, JSON.stringify(event)], {
      cwd: sandbox.root,
      env,
      encoding: 'utf8',
    })
    expect(JSON.parse(done.stdout)).toEqual({ kind: 'none', reason: 'own_session' })
    expect(sandbox.sidecars()).toHaveLength(1)
  })

  it.runIf(process.platform !== 'win32')(
    'is told once that another program claims to be us',
    async () => {
      const sandbox = openSandbox()
      const claimed = { REFLECTION_PARENT: 's0' }
      const first = await stop(sandbox, 's1', claimed)
      expect(first.action).toMatchObject({
        kind: 'toast',
        text: expect.stringContaining('REFLECTION_PARENT'),
      })
      expect((await stop(sandbox, 's1', claimed)).action).toMatchObject({ kind: 'none' })
      expect((await sandbox.reflect(['status'], SOLO)).stdout).toContain('REFLECTION_PARENT')
    },
  )

  it.runIf(process.platform !== 'win32')('is judged all the same, by rules', async () => {
    const sandbox = openSandbox()
    sandbox.env['REFLECTION_PARENT'] = 's0'
    const asked = human('Fix the sum in src/a.ts')
    const red = runs('npx vitest run', 1, VITEST_RED)
    const story = openStory(sandbox)
    const stopped = await story.stop(asked, edits('src/a.ts'), red, says('The sum is fixed.'))
    expect(stopped).toMatchObject({ pushed: true })
  })

  it('in a paused session records and never pushes, until it is resumed', async () => {
    const sandbox = openSandbox()
    await runIn(['pause', '--session', 's1', '--yes'], sandbox, { env: SOLO })
    const paused = await stop(sandbox, 's1')
    const other = await stop(sandbox, 's2')
    await sandbox.reflect(['resume', '--session', 's1'], SOLO)
    const resumed = await stop(sandbox, 's1')
    expect([paused, other, resumed]).toEqual([
      // Said once in the session: whoever paused it, its agent may have.
      {
        action: { kind: 'toast', level: 'warning', text: expect.stringContaining('it is paused') },
        records: 1,
      },
      { action: { kind: 'none', reason: 'captured' }, records: 2 },
      { action: { kind: 'none', reason: 'captured' }, records: 3 },
    ])
  })
})
