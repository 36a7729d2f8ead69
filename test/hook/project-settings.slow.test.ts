import { describe, expect, it } from 'vitest'
import { runIn } from '../support/open-cli.js'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

/** A project whose commit says `committed`, with a session that began there. */
async function begin(committed: string | null): Promise<Sandbox> {
  const sandbox = openSandbox()
  sandbox.write('../home/.config/reflectory/reflection.yaml', 'mode: solo\n')
  if (committed !== null) sandbox.write('reflection.yaml', committed)
  sandbox.write('README.md', 'A project.\n')
  sandbox.git('add', '.')
  sandbox.git('commit', '--quiet', '-m', 'Begin')
  await send(sandbox, 's1', 'SessionStart')
  return sandbox
}

const send = (sandbox: Sandbox, session: string, event: string) =>
  sandbox.hook(['claude-code', event], {
    session_id: session,
    cwd: sandbox.root,
    hook_event_name: event,
  })

/** How many runs are recorded after one more stop. */
async function runsAfterStop(sandbox: Sandbox, session = 's1'): Promise<number> {
  await send(sandbox, session, 'Stop')
  try {
    return sandbox.sidecars().length
  } catch {
    return 0
  }
}

const OFF = ['mode: off\n', 'run:\n  enabled: false\n']

describe('a project’s own settings', () => {
  it.each(OFF)('count as they were committed: %j', async (text) => {
    expect(await runsAfterStop(await begin(text))).toBe(0)
  })

  it.each(OFF)('change nothing in the session of an agent that writes %j', async (text) => {
    const sandbox = await begin(null)
    sandbox.write('reflection.yaml', text)
    expect(await runsAfterStop(sandbox)).toBe(1)
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'Switch it off')
    expect(await runsAfterStop(sandbox)).toBe(2)
  })

  it('still count in the session of an agent that deletes them', async () => {
    const sandbox = await begin('run:\n  enabled: false\n')
    sandbox.git('rm', '--quiet', 'reflection.yaml')
    sandbox.git('commit', '--quiet', '-m', 'Without settings')
    expect(await runsAfterStop(sandbox)).toBe(0)
  })

  it.each(OFF)('count in a session that begins after the commit of %j', async (text) => {
    const sandbox = await begin(null)
    sandbox.write('reflection.yaml', text)
    expect(await runsAfterStop(sandbox, 's2')).toBe(1)
    sandbox.git('add', '.')
    sandbox.git('commit', '--quiet', '-m', 'Switch it off')
    expect(await runsAfterStop(sandbox, 's3')).toBe(1)
  })

  it('count at once where a person trusted them', async () => {
    const sandbox = await begin(null)
    sandbox.write('reflection.yaml', 'run:\n  enabled: false\n')
    await runIn(['trust', '--yes'], sandbox)
    expect(await runsAfterStop(sandbox)).toBe(0)
  })
})
