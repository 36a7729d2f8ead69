import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'

describe.skipIf(!existsSync('/proc/self'))('a hook whose folder lies below /proc', () => {
  it.each([
    { name: 'REFLECTION_DIR', captures: false },
    { name: 'XDG_STATE_HOME', captures: true },
  ])('by $name ends with 0, captured beside the work: $captures', async ({ name, captures }) => {
    const sandbox = openSandbox()
    const done = await sandbox.hook(
      ['claude-code'],
      { hook_event_name: 'Stop', session_id: 's1', cwd: sandbox.root },
      { REFLECTION_MODE: 'solo', [name]: '/proc/x/y' },
    )
    expect(done).toMatchObject({ code: 0, stderr: '' })
    // Without a state folder nothing is recorded, and that is said.
    expect(done.stdout.includes('not_recorded')).toBe(captures)
    expect(existsSync(`${sandbox.root}/.reflection/runs`)).toBe(captures)
  })
})
