import { expect, it } from 'vitest'
import type { Finding } from '../../src/schema/finding.js'
import { openSession } from '../support/client-session.js'
import { GREEN, RED, writeTranscript } from '../support/edit-and-test.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

async function readFindings(sandbox: Sandbox): Promise<Finding[]> {
  return JSON.parse((await sandbox.reflect(['cycle', '--json'])).stdout) as Finding[]
}

it('the same red check in three sessions is found when the next one begins, with its sessions', async () => {
  const sandbox = openSandbox()
  const show = async () => (await sandbox.reflect(['cycle'])).stdout
  expect(await show()).toBe('Nothing keeps going wrong.\n')
  for (const sessionId of ['a1', 'a2', 'a3']) {
    const session = openSession(sandbox, 'generic', { sessionId })
    await session.start()
    await session.prompt('Fix the total of the cart.')
    await session.stop('The total is not fixed yet.', writeTranscript(sandbox, RED, 1))
    await session.end!()
  }
  await openSession(sandbox, 'generic', { sessionId: 'a4' }).start()
  const listed = await sandbox.reflect(['cycle', 'findings', '--json'])
  const found = JSON.parse(listed.stdout) as Finding[]
  expect(found.map(({ rule, sessions }) => ({ rule, sessions }))).toEqual([
    { rule: 'skill_failure_correlation', sessions: undefined },
    { rule: 'recurring_failure', sessions: ['a3', 'a2', 'a1'] },
    { rule: 'unsolved', sessions: ['a3', 'a2', 'a1'] },
  ])
  expect(await show()).toContain(
    'recurring_failure: vitest run was red in 3 sessions: test/cart.test.ts › empty cart\n  sessions: a3, a2, a1\n',
  )
})

it('eleven sessions that were sent back are premature stops', async () => {
  const sandbox = openSandbox()
  for (let number = 1; number <= 11; number += 1) {
    const session = openSession(sandbox, 'generic', { sessionId: `p${number}` })
    await session.prompt('Fix the total of the cart.')
    const { stdout } = await session.stop(
      'The total is fixed and all tests pass.',
      writeTranscript(sandbox, RED, 1),
    )
    expect(stdout).toContain('continue')
    await session.stop('Done.', writeTranscript(sandbox, GREEN, 0))
    await session.end!()
  }
  const found = await readFindings(sandbox)
  const stops = found.filter(({ rule }) => rule === 'premature_stops')
  expect(stops).toMatchObject([{ subject_type: 'gate', state: 'open' }])
  expect(stops[0]!.sessions).toHaveLength(10)
  expect(stops[0]!.detail).toMatch(/sent the agent back in 10 of the last 10 sessions/)
})
