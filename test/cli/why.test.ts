import { describe, expect, it } from 'vitest'
import { openReflector } from '../../src/reflector.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

/** A stop whose last words contradict the transcript that goes with it. */
async function pushOnce(cli: OpenedCli): Promise<void> {
  const reflector = await openReflector({ cwd: cli.root, env: cli.env, home: cli.home })
  await reflector.reflect({ kind: 'prompt-submitted', sessionId: 's1', text: 'Fix the sum' })
  const lastMessage = 'I disabled the certificate verification, now it works.'
  await reflector.reflect({ kind: 'session-stopped', sessionId: 's1', lastMessage })
  await reflector.close()
}

describe('reflect why and wrong', () => {
  it('have nothing to say where nothing was decided, and make no database', async () => {
    const cli = openCli()
    expect(await cli.run(['why'])).toMatchObject({ code: 0, out: 'Nothing was decided here yet.' })
    expect(await cli.run(['why', '--json'])).toMatchObject({ code: 0, out: 'null' })
    expect(await cli.run(['wrong'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('Nothing was objected to here yet'),
    })
  })

  it('explain the last decision and count a mistake against its gate once', async () => {
    const cli = openCli()
    await pushOnce(cli)
    const { out } = await cli.run(['why', '--json'])
    const decision = JSON.parse(out) as { verdict: { id: string } }
    expect(decision).toMatchObject({
      session_id: 's1',
      action: 'continue',
      reason: 'Your own report names a risk in what you delivered',
      verdict: { complete: false, severity: 'BLOCKER', gates: ['unsafe_delivery'] },
      gates: [
        {
          gate: 'unsafe_delivery',
          quote: 'I disabled the certificate verification, now it works.',
        },
      ],
      marked_wrong: false,
    })
    for (const args of [['wrong'], ['wrong', decision.verdict.id]]) {
      expect(await cli.run([...args, '--json'])).toMatchObject({
        code: 0,
        out: JSON.stringify({
          id: decision.verdict.id,
          session_id: 's1',
          gates: ['unsafe_delivery'],
        }),
      })
    }
    expect(JSON.parse((await cli.run(['why', '--json'])).out)).toMatchObject({ marked_wrong: true })
    expect(JSON.parse((await cli.run(['status', '--json'])).out)).toMatchObject({
      gates: [
        {
          gate: 'unsafe_delivery',
          pushes: 1,
          against: 1,
          reasons: { marked_wrong: 1 },
          demoted: false,
        },
      ],
    })
    expect((await cli.run(['status'])).out).toContain(
      'unsafe_delivery: 0 of its last 1 pushes right',
    )
  })

  it('refuse a verdict that is not there', async () => {
    const cli = openCli()
    await pushOnce(cli)
    expect(await cli.run(['wrong', 'nope'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There is no verdict "nope"'),
    })
  })
})
