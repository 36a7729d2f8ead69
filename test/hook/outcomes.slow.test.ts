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
    {
      output: GREEN,
      exitCode: 0,
      reply: 'Go on with the page of the cart.',
      status: 'completed',
      checks: { green: ['npx vitest run'] },
    },
    {
      output: RED,
      exitCode: 1,
      reply: 'Thanks, that works perfectly, looks great!',
      status: 'failed',
      checks: { red: ['npx vitest run'] },
    },
  ])('is $status by the checks that ran last', async (row) => {
    const { output, exitCode, reply, status, checks } = row
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'generic', { sessionId: 'a1' })
    await session.prompt('Fix the total of the cart.')
    await session.stop('The total is fixed.', writeTranscript(sandbox, output, exitCode))
    await session.prompt(reply)
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

  it.each([
    'Refactor total() and make sure npm test and npm run lint are green.',
    'Delete legacy/ and commit.',
  ])('is not told by what the next session asks for: %s', async (words) => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.prompt('Add tax() to src/cart.js.')
    await session.stop('I added tax() to src/cart.js.')
    await session.end!()
    await openSession(sandbox, 'claude-code', { sessionId: 'b1' }).prompt(words)
    expect(await readOutcomes(sandbox)).toMatchObject([{ basis: 'none', status: 'unknown' }])
  })

  it.each([
    'legacy/ has 2 files that git does not hold. Should I delete the whole folder?',
    'discount() does not exist: grep finds no such function. Did you mean total()?',
    "I can't deploy: I have no credentials for production. You need to provide a FLY_API_TOKEN.",
  ])('is waiting when it ends with a word to a person: %s', async (said) => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.prompt('Clean up legacy/, test discount() and deploy to production.')
    await session.stop(said)
    await session.end!()
    await openSession(sandbox, 'claude-code', { sessionId: 'b1' }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([
      {
        status: 'waiting',
        basis: 'judge',
        reason: expect.stringContaining('it waits for a person'),
      },
    ])
    const { stdout } = await sandbox.reflect(['digest'])
    expect(stdout).toContain('1 waiting for a person')
    expect(stdout).toContain('1 for a person')
  })

  it.each([
    'Fixed the total; all tests pass. Committed and pushed to origin.',
    'Fixed the total; all tests pass. The push was refused: there is no remote.',
  ])('is not completed by green tests when the push failed: %s', async (said) => {
    const sandbox = openSandbox()
    const session = openSession(sandbox, 'generic', { sessionId: 'a1' })
    const asked = 'Fix the total of the cart, then commit and push it.'
    const output = "fatal: 'origin' does not appear to be a git repository"
    await session.prompt(asked)
    const last = { command: 'git push origin main', output }
    await session.stop(said, writeTranscript(sandbox, GREEN, 0, { asked, said, last }))
    await session.end!()
    await openSession(sandbox, 'generic', { sessionId: 'b1' }).start()
    const [outcome] = await readOutcomes(sandbox)
    expect(outcome?.status).not.toBe('completed')
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

  const ACCEPTED = {
    status: 'completed',
    basis: 'next_message',
    reason: expect.stringMatching(/committed/),
  }

  /** A session whose work a person commits; the next one begins. */
  async function committed(hoursAhead = 0) {
    const sandbox = openSandbox()
    commit(sandbox, 'one\n', 'Begin')
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.start()
    await session.prompt('Add the login.')
    sandbox.write('src/a.ts', 'one\ntwo\n')
    await session.stop('I added the login.')
    await session.end!()
    commit(sandbox, 'one\ntwo\n', 'Add two')
    const next = openSession(sandbox, 'codex', { sessionId: 'b1', hoursAhead })
    await next.start()
    return { sandbox, next }
  }

  it('is accepted when a person commits it', async () => {
    const { sandbox } = await committed()
    expect(await readOutcomes(sandbox)).toMatchObject([ACCEPTED])
  })

  it.each([0, 72])(
    'has failed when the person who committed it says so %d hours later',
    async (hoursAhead) => {
      const { sandbox, next } = await committed(hoursAhead)
      await next.prompt("That's wrong, the login still fails with the same error.")
      expect(await readOutcomes(sandbox)).toMatchObject([
        { status: 'failed', basis: 'next_message', reason: expect.stringMatching(/wrote/) },
      ])
    },
  )

  it('has failed when the commit that accepted it is taken back', async () => {
    const { sandbox, next } = await committed()
    await next.prompt('Add a page for orders.')
    expect(await readOutcomes(sandbox)).toMatchObject([ACCEPTED])
    sandbox.git('revert', '--no-edit', 'HEAD')
    await openSession(sandbox, 'claude-code', { sessionId: 'c1', hoursAhead: 1 }).start()
    expect(await readOutcomes(sandbox)).toMatchObject([
      { sessionId: 'a1', status: 'failed', basis: 'later_fix' },
    ])
  })
})
