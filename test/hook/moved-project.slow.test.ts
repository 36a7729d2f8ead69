import { mkdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSession } from '../support/client-session.js'
import { openSandbox } from '../support/sandbox.js'
import { runIn } from '../support/open-cli.js'

const SAID = 'Amounts are integer cents, never floats.'
const PERSON = { answers: [true] }

it('a project that was moved knows what was said before, once a person adopts it', async () => {
  const sandbox = openSandbox()
  const first = openSession(sandbox, 'claude-code', { sessionId: 'a1' })
  await first.prompt(SAID)
  await first.stop('Noted.')
  await first.end!()
  const root = path.join(sandbox.base, 'moved')
  renameSync(sandbox.root, root)
  const moved = { ...sandbox, root }
  const prompt = async (sessionId: string) => {
    const payload = {
      session_id: sessionId,
      cwd: root,
      hook_event_name: 'UserPromptSubmit',
      prompt: 'Show the amounts of the invoice as cents',
    }
    // The sandbox starts programs in the old folder, so that one has to be there for as long.
    mkdirSync(sandbox.root)
    const { stdout } = await sandbox.hook(['claude-code'], payload, { REFLECTION_MODE: 'solo' })
    renameSync(sandbox.root, path.join(sandbox.base, `gone-${sessionId}`))
    return stdout
  }
  expect(await prompt('b1')).not.toContain(SAID)
  const doctor = await runIn(['doctor'], moved)
  expect(doctor.out).toContain(
    `sessions were recorded in ${sandbox.root}, which is no longer there`,
  )
  expect(doctor.out).toContain(`reflect db adopt ${sandbox.root}`)

  const other = await runIn(['db', 'adopt', sandbox.home], moved, PERSON)
  expect([other.code, other.notes]).toEqual([2, expect.stringContaining('is another project')])
  const unknown = await runIn(['db', 'adopt', path.join(sandbox.base, 'never')], moved, PERSON)
  expect(unknown.notes).toContain(`Gone are: ${sandbox.root}`)

  const adopted = await runIn(['db', 'adopt', sandbox.root], moved, PERSON)
  expect(adopted.out).toMatch(/^This project has what was recorded in .* What was recorded here/)
  expect(await prompt('c1')).toContain(SAID)
  expect((await runIn(['doctor'], moved)).out).not.toContain('no longer there')
}, 60_000)
