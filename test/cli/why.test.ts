import { describe, expect, it } from 'vitest'
import { openReflector } from '../../src/wiring/open-reflector.js'
import type { Action } from '../../src/schema/action.js'
import { openCli } from '../support/open-cli.js'
import type { OpenedCli } from '../support/open-cli.js'

/** A stop right after a step was announced. */
async function stopRed(cli: OpenedCli, times: number): Promise<Action[]> {
  const reflector = await openReflector({ cwd: cli.root, env: cli.env, home: cli.home })
  await reflector.reflect({ kind: 'prompt-submitted', sessionId: 's1', text: 'Fix the sum' })
  const lastMessage = "The sum starts at 1. Now I'll run the tests."
  const actions: Action[] = []
  for (let stop = 0; stop < times; stop++) {
    actions.push(await reflector.reflect({ kind: 'session-stopped', sessionId: 's1', lastMessage }))
  }
  await reflector.close()
  return actions
}

const pushOnce = (cli: OpenedCli): Promise<Action[]> => stopRed(cli, 1)

describe('reflect why and wrong', () => {
  it('have nothing to say where nothing was decided, and make no database', async () => {
    const cli = openCli()
    expect(await cli.run(['why'])).toMatchObject({
      code: 0,
      out: 'No decision has been made here yet.',
    })
    expect(await cli.run(['why', '--json'])).toMatchObject({ code: 0, out: 'null' })
    expect(await cli.run(['wrong', '--yes'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There has been no objection here yet'),
    })
  })

  it('find a session by the beginning of its id, and say when there is none', async () => {
    const cli = openCli()
    await pushOnce(cli)
    const { out } = await cli.run(['why', '--session', 's', '--json'])
    expect(JSON.parse(out)).toMatchObject({ session_id: 's1', action: 'continue' })
    expect(await cli.run(['why', '--session', 'x1'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('No session has an id that begins with "x1"'),
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
      reason: 'You stopped right after saying what you would do next',
      verdict: { complete: false, severity: 'MEDIUM', gates: ['missing'] },
      gates: [
        {
          gate: 'missing',
          quote: "Now I'll run the tests.",
          read: {
            text: "Now I'll run the tests.",
            before: 'The sum starts at 1.',
            act: 'announce',
            words: expect.arrayContaining([expect.stringContaining("i'll")]),
          },
        },
      ],
      marked_wrong: false,
    })
    const { id } = decision.verdict
    const marked = { id, session_id: 's1', gate: 'missing' }
    expect(JSON.parse((await cli.run(['wrong', '--json', '--yes'])).out)).toEqual({
      ...marked,
      already: false,
    })
    expect(JSON.parse((await cli.run(['wrong', id, '--json', '--yes'])).out)).toEqual({
      ...marked,
      already: true,
    })
    expect((await cli.run(['wrong', '--yes'])).out).toBe(
      `${id} was marked as wrong before; it counts once.`,
    )
    expect(JSON.parse((await cli.run(['why', '--json'])).out)).toMatchObject({ marked_wrong: true })
    expect(JSON.parse((await cli.run(['status', '--json'])).out)).toMatchObject({
      gates: [
        {
          gate: 'missing',
          pushes: 1,
          against: 1,
          reasons: { marked_wrong: 1 },
          demoted: false,
        },
      ],
    })
    expect((await cli.run(['status'])).out).toContain(
      'missing: 1 of its last 1 push counted against it (1 marked wrong)',
    )
  })

  it.each([
    { title: 'that the client tells of', kinds: ['session-aborted'] },
    {
      title: 'that is followed by a stop',
      kinds: ['session-aborted', 'session-stopped'],
    },
  ] as const)('name an abort $title as the reason that nothing was said', async ({ kinds }) => {
    const cli = openCli()
    await pushOnce(cli)
    const reflector = await openReflector({ cwd: cli.root, env: cli.env, home: cli.home })
    for (const kind of kinds) await reflector.reflect({ kind, sessionId: 's1' })
    await reflector.close()
    expect(JSON.parse((await cli.run(['why', '--json'])).out)).toMatchObject({
      session_id: 's1',
      action: 'none',
      reason: 'aborted',
      verdict: null,
      let_through: null,
      gates: [],
    })
    expect((await cli.run(['why'])).out).toMatch(/because +aborted: a person stopped the agent/)
  })

  it('tell that a stop was let through although it is red', async () => {
    const cli = openCli()
    const [first, second] = await stopRed(cli, 2)
    expect(first?.kind).toBe('continue')
    expect(second).toEqual({
      kind: 'toast',
      level: 'warning',
      text: 'Still red, and called done: You stopped right after saying what you would do next',
    })
    const { out } = await cli.run(['why', '--json'])
    expect(JSON.parse(out)).toMatchObject({ action: 'toast', let_through: 'no_progress' })
    expect((await cli.run(['why'])).out).toMatch(
      /let through +still red: the agent had this feedback/,
    )
    // That it was ignored says nothing against the push.
    expect((await cli.run(['status'])).out).not.toContain('counted against it')
    const { others } = JSON.parse(out) as { others: { action: string }[] }
    expect(others.map(({ action }) => action)).toEqual(['continue'])
    expect((await cli.run(['wrong', '--yes'])).out).toContain('so it counts against no gate')
  })

  it('tell that a stop was let through because the agent was sent back too often', async () => {
    const cli = openCli()
    cli.write('reflection.yaml', 'stop:\n  maxAttempts: 1\n')
    const [first, second] = await stopRed(cli, 2)
    expect(first?.kind).toBe('continue')
    expect(second).toEqual({
      kind: 'toast',
      level: 'warning',
      text: expect.stringContaining('Let through unchecked'),
    })
    expect(JSON.parse((await cli.run(['why', '--json'])).out)).toMatchObject({
      action: 'toast',
      let_through: 'capped',
      verdict: null,
    })
  })

  it('take a mark back', async () => {
    const cli = openCli()
    await pushOnce(cli)
    await cli.run(['wrong', '--yes'])
    expect((await cli.run(['wrong', '--undo', '--yes'])).out).toMatch(
      /is no longer marked as wrong/,
    )
    expect(JSON.parse((await cli.run(['why', '--json'])).out)).toMatchObject({
      marked_wrong: false,
    })
    expect((await cli.run(['wrong', '--undo', '--yes'])).out).toMatch(/was not marked as wrong/)
  })

  it('speak of the same decision', async () => {
    const cli = openCli()
    await pushOnce(cli)
    const { verdict } = JSON.parse((await cli.run(['why', '--json'])).out)
    const reflector = await openReflector({ cwd: cli.root, env: cli.env, home: cli.home })
    await reflector.reflect({ kind: 'session-aborted', sessionId: 's1' })
    await reflector.close()
    expect(await cli.run(['wrong', '--yes'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining(`reflect wrong ${verdict.id}`),
    })
    expect((await cli.run(['wrong', verdict.id, '--yes'])).code).toBe(0)
  })

  it('refuse a verdict that is not there', async () => {
    const cli = openCli()
    await pushOnce(cli)
    expect(await cli.run(['wrong', 'nope', '--yes'])).toMatchObject({
      code: 1,
      notes: expect.stringContaining('There is no verdict "nope"'),
    })
  })
})
