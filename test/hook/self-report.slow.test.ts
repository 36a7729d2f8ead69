import { describe, expect, it } from 'vitest'
import { CLIENTS, openSession } from '../support/client-session.js'
import { RED, writeTranscript } from '../support/edit-and-test.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const ON = 'run: { askSelfReport: true }\n'
const USER_CONFIG = '../home/.config/reflectory/reflection.yaml'

const confidenceOf = async (sandbox: Sandbox): Promise<unknown> => {
  const { stdout } = await sandbox.reflect(['runs', '--json', '--limit', '1'])
  const [run] = (JSON.parse(stdout) as { runs: { record: { confidence: unknown } }[] }).runs
  return run?.record.confidence
}

/** Grok takes no words, OpenCode none at a session's start; a program of one's own reads actions, not payloads. */
describe.each(CLIENTS.filter((agent) => agent !== 'grok'))(
  'the start of a session of %s',
  (agent) => {
    it('asks for a self-report where that is switched on', async () => {
      const sandbox = openSandbox()
      sandbox.write(USER_CONFIG, ON)
      const session = openSession(sandbox, agent, { sessionId: 'a1' })
      const said = [(await session.start()).stdout, (await session.prompt('Fix it.')).stdout]
      const asked = said.filter((text) => text.includes('Self-report: confidence'))
      expect(asked).toHaveLength(1)
    })

    it('asks for none otherwise', async () => {
      const sandbox = openSandbox()
      const session = openSession(sandbox, agent, { sessionId: 'a1' })
      const said = [(await session.start()).stdout, (await session.prompt('Fix it.')).stdout]
      expect(said.join('')).not.toContain('Self-report')
    })
  },
)

describe('a self-report in the last message', () => {
  it('is recorded with the run, and is no reason to be sent back', async () => {
    const sandbox = openSandbox()
    sandbox.write(USER_CONFIG, ON)
    const session = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
    await session.prompt('Fix the login.')
    const stopped = await session.stop(
      'I fixed the login.\n\nSelf-report: confidence 0.65; wrong auth: the refresh still fails',
    )
    expect(stopped.stdout).toBe('')
    expect(sandbox.sidecars()).toMatchObject([
      {
        confidence: 0.65,
        most_likely_wrong: { surface: 'auth', description: 'the refresh still fails' },
      },
    ])
    expect(await confidenceOf(sandbox)).toBe(0.65)
  })

  it('is asked for again with a push', async () => {
    const sandbox = openSandbox()
    sandbox.write(USER_CONFIG, ON)
    sandbox.write('src/cart.ts', 'export {}\n')
    const session = openSession(sandbox, 'generic', { sessionId: 'a1' })
    await session.prompt('Fix the total of the cart.')
    const transcript = writeTranscript(sandbox, RED, 1)
    const { stdout } = await session.stop('The total is fixed. All tests pass.', transcript)
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'continue',
      text: expect.stringContaining('Self-report: confidence') as string,
    })
  })
})
