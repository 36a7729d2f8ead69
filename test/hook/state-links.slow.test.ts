/** Folders of the state directory that are links: what they lead to, a throw-away folder here, stays as it was. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const LONG_AGO = new Date('2020-01-01T00:00:00.000Z')
/** Names of others, some of them in the places and forms of ours. */
const THEIRS = {
  'thesis.txt': 'keep',
  'session.jsonl': '{"role":"user"}\n',
  'claude-code-notes.txt': '{}',
  'answer.code': 'keep',
  '.hidden': 'keep',
  'hook.log': 'keep\n',
}

function fill(folder: string): void {
  mkdirSync(path.join(folder, 'inner'), { recursive: true })
  for (const [name, text] of Object.entries(THEIRS)) {
    writeFileSync(path.join(folder, name), text)
    utimesSync(path.join(folder, name), LONG_AGO, LONG_AGO)
  }
}

const contents = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(path.join(folder, name), 'latin1').slice(0, 60)]),
  )

async function runSession(sandbox: Sandbox, session: string): Promise<void> {
  for (const name of [
    'SessionStart',
    'UserPromptSubmit',
    'PostToolUseFailure',
    'Stop',
    'SessionEnd',
  ]) {
    const { code } = await sandbox.hook(
      ['claude-code', name],
      {
        hook_event_name: name,
        session_id: session,
        cwd: sandbox.root,
        source: 'startup',
        prompt: 'Fix it',
        tool_name: 'Bash',
        tool_input: { command: 'npm test' },
        error: 'Exit code 1',
      },
      { REFLECTION_MODE: 'solo' },
    )
    expect(code).toBe(0)
  }
}

const FOLDERS: Readonly<Record<string, (sandbox: Sandbox) => string>> = {
  'of kept code': ({ home }) => path.join(home, '.local/state/reflectory/code'),
  'of sessions': ({ home }) => path.join(home, '.local/state/reflectory/sessions'),
  "of agents' notes": ({ home }) => path.join(home, '.local/state/reflectory/agents-seen'),
  'of the project': (sandbox) => sandbox.stateDir(),
  'of the spool': (sandbox) => path.join(sandbox.stateDir(), 'spool'),
  'of logs': (sandbox) => path.join(sandbox.stateDir(), 'logs'),
}

describe('the folder', () => {
  it.each(Object.entries(FOLDERS))(
    '%s is a link: nothing is deleted, changed or written behind it, and doctor tells',
    async (_, place) => {
      const sandbox = openSandbox()
      await runSession(sandbox, 'first')
      const [folder, victim] = [place(sandbox), path.join(sandbox.base, 'victim')]
      fill(victim)
      rmSync(folder, { recursive: true, force: true })
      symlinkSync(victim, folder)
      for (const session of ['second', 'third']) await runSession(sandbox, session)
      expect(contents(victim)).toEqual(THEIRS)
      expect(readdirSync(victim).sort()).toEqual([...Object.keys(THEIRS), 'inner'].sort())
      const { stdout } = await sandbox.reflect(['doctor'], { REFLECTION_MODE: 'solo' })
      expect(stdout).toContain(`${path.basename(folder)} is a link`)
    },
  )

  it.each(Object.entries(FOLDERS))('%s has files of others in it: they stay', async (_, place) => {
    const sandbox = openSandbox()
    await runSession(sandbox, 'first')
    fill(place(sandbox))
    await runSession(sandbox, 'second')
    const { 'hook.log': _log, ...kept } = THEIRS
    expect(contents(place(sandbox))).toMatchObject(kept)
  })
})
