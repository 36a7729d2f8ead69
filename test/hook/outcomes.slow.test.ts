import { describe, expect, it } from 'vitest'
import type { SessionOutcome } from '../../src/schema/session-outcome.js'
import { CLIENTS, openSession } from '../support/client-session.js'
import { GREEN, RED, writeTranscript } from '../support/edit-and-test.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

async function readOutcomes(sandbox: Sandbox): Promise<SessionOutcome[]> {
  const listed = await sandbox.reflect(['outcomes', '--json'])
  return (JSON.parse(listed.stdout) as { outcomes: SessionOutcome[] }).outcomes
}

describe.each(CLIENTS)('a session of %s', (agent) => {
  it('leaves an outcome that the next start in the project settles', async () => {
    const sandbox = openSandbox()
    const first = openSession(sandbox, agent, { sessionId: 'a1' })
    await first.start()
    await first.prompt('Add a discount field to the cart.')
    await first.stop('I added the discount field to the cart.')
    await first.prompt('Thanks, that works perfectly, looks great!')
    await first.stop('Glad to hear it.')
    await first.end?.()
    // A client that tells no end has ended when it was quiet for a day.
    const hoursAhead = first.end === null ? 25 : 0
    const started = await openSession(sandbox, agent, { sessionId: 'b1', hoursAhead }).start()
    expect(started.code).toBe(0)
    expect(await readOutcomes(sandbox)).toMatchObject([
      { sessionId: 'a1', agent, status: 'completed', basis: 'next_message' },
    ])
  })

  it('leaves none under one of our own processes', async () => {
    const sandbox = openSandbox()
    const env = { REFLECTION_PARENT: 'judge' }
    const own = openSession(sandbox, agent, { sessionId: 'a1', env })
    await own.start()
    await own.prompt('Judge this.')
    await own.stop('It is done.')
    await own.end?.()
    await openSession(sandbox, agent, { sessionId: 'b1', hoursAhead: 25 }).start()
    expect(await readOutcomes(sandbox)).toEqual([])
  })
})

describe('the outcome of a session', () => {
  it.each([
    { output: GREEN, exitCode: 0, status: 'completed', checks: { green: ['npx vitest run'] } },
    { output: RED, exitCode: 1, status: 'failed', checks: { red: ['npx vitest run'] } },
  ])('is $status by the checks that ran last', async ({ output, exitCode, status, checks }) => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'generic', { sessionId: 'a1' })
    await session.prompt('Fix the total of the cart.')
    await session.stop('The total is fixed.', writeTranscript(sandbox, output, exitCode))
    await session.prompt('That is wrong, it still fails.')
    await session.end!()
    await openSession(sandbox, 'generic', { sessionId: 'b1' }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([
      { status, basis: 'recorded_checks', checks, skillsRead: ['money'] },
    ])
  })

  it.each([
    { words: "That's wrong, the login still fails with the same error.", status: 'failed' },
    { words: 'Thanks, the login works perfectly now.', status: 'completed' },
  ])('is $status by the first words of the next session', async ({ words, status }) => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.prompt('Fix the login.')
    await session.stop('I fixed the login.')
    await session.end!()
    const next = openSession(sandbox, 'claude-code', { sessionId: 'b1' })
    await next.start()
    expect(await readOutcomes(sandbox)).toMatchObject([{ basis: 'none', status: 'unknown' }])
    await next.prompt(words)
    expect(await readOutcomes(sandbox)).toMatchObject([{ basis: 'next_message', status }])
  })

  it('is not settled while the session may go on', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.prompt('Fix the login.')
    await session.stop('I fixed the login.')
    await openSession(sandbox, 'claude-code', { sessionId: 'b1', hoursAhead: 23 }).start()
    expect(await readOutcomes(sandbox)).toEqual([])
    await openSession(sandbox, 'claude-code', { sessionId: 'c1', hoursAhead: 48 }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([{ sessionId: 'a1', status: 'unknown' }])
  })

  it('says what `reflect status` counts', async () => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.prompt('Fix the login.')
    await session.stop('I fixed the login.')
    await session.prompt('Thanks, perfect, that works great!')
    await session.end!()
    await openSession(sandbox, 'claude-code', { sessionId: 'b1' }).start()
    const { stdout } = await sandbox.reflect(['status'])
    expect(stdout).toContain('1 completed (`reflect outcomes`)')
  })
})

describe('work that nothing was said about', () => {
  const commit = (sandbox: Sandbox, text: string, message: string): void => {
    sandbox.write('src/a.ts', text)
    sandbox.git('add', '-A')
    sandbox.git('commit', '--quiet', '-m', message)
  }

  it('has failed when its lines are fixed within two weeks', async () => {
    const sandbox = openSandbox()
    commit(sandbox, 'one\ntwo\n', 'Begin')
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.start()
    await session.prompt('Make two 2.')
    commit(sandbox, 'one\n2\n', 'feat: two is 2')
    await session.stop('Two is 2.')
    await session.end!()
    await openSession(sandbox, 'claude-code', { sessionId: 'b1', hoursAhead: 25 }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([{ basis: 'none' }])
    commit(sandbox, 'one\nII\n', 'fix: two is II')
    await openSession(sandbox, 'claude-code', { sessionId: 'c1', hoursAhead: 26 }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([
      { sessionId: 'a1', status: 'failed', basis: 'later_fix' },
    ])
  })

  it('is accepted when a person commits it', async () => {
    const sandbox = openSandbox()
    commit(sandbox, 'one\n', 'Begin')
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.start()
    await session.prompt('Add two.')
    sandbox.write('src/a.ts', 'one\ntwo\n')
    await session.stop('Two is there.')
    await session.end!()
    commit(sandbox, 'one\ntwo\n', 'Add two')
    await openSession(sandbox, 'claude-code', { sessionId: 'b1' }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([
      { status: 'completed', basis: 'next_message', reason: expect.stringMatching(/committed/) },
    ])
  })
})
