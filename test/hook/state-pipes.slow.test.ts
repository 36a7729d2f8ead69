/** Pipes in the place of our own files: who opens one waits for a writer that never comes. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { openSandbox } from '../support/sandbox.js'
import type { Sandbox } from '../support/sandbox.js'

const EVENTS = ['SessionStart', 'UserPromptSubmit', 'PostToolUseFailure', 'Stop', 'SessionEnd']

async function runSession(sandbox: Sandbox, session: string): Promise<(number | null)[]> {
  const codes: (number | null)[] = []
  for (const name of EVENTS) {
    const payload = {
      hook_event_name: name,
      session_id: session,
      cwd: sandbox.root,
      source: 'startup',
      prompt: 'Fix it',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      error: 'Exit code 1',
    }
    const env = { REFLECTION_MODE: 'solo' }
    const { code } = await sandbox.hook(['claude-code', name], payload, env)
    codes.push(code)
  }
  return codes
}

const stateRoot = ({ home }: Sandbox): string => path.join(home, '.local/state/reflectory')

const FILES: Readonly<Record<string, (sandbox: Sandbox) => string[]>> = {
  'the cache of settings': (sandbox) => [path.join(sandbox.stateDir(), 'settings.json')],
  'the index of fixes': (sandbox) => [path.join(sandbox.stateDir(), 'fixes.index')],
  'what was told': (sandbox) => [path.join(sandbox.stateDir(), 'guard-told.jsonl')],
  'the log': (sandbox) => [path.join(sandbox.stateDir(), 'logs', 'hook.log')],
  "the project's note": (sandbox) => [path.join(sandbox.stateDir(), 'project')],
  'the list of projects': (sandbox) => [path.join(stateRoot(sandbox), 'projects')],
  'the place of settings': (sandbox) => [path.join(stateRoot(sandbox), 'config-place')],
  "the session's place": (sandbox) => [path.join(stateRoot(sandbox), 'sessions/claude-code-two')],
  'own weights': (sandbox) => [path.join(stateRoot(sandbox), 'reader', 'acts.bin')],
  'own corrections': (sandbox) => [path.join(stateRoot(sandbox), 'reader', 'corrections.jsonl')],
  'kept code': (sandbox) =>
    ['code', 'agents-seen'].flatMap((name) =>
      readdirSync(path.join(stateRoot(sandbox), name)).map((file) =>
        path.join(stateRoot(sandbox), name, file),
      ),
    ),
}

const skips = process.platform === 'win32'

it.skipIf(skips).each(Object.entries(FILES))('%s is a pipe: no hook waits', async (_, places) => {
  const sandbox = openSandbox()
  await runSession(sandbox, 'one')
  for (const file of places(sandbox)) {
    mkdirSync(path.dirname(file), { recursive: true })
    rmSync(file, { force: true })
    execFileSync('mkfifo', [file])
  }
  expect(await runSession(sandbox, 'two')).toEqual(EVENTS.map(() => 0))
})

it.skipIf(skips)('a cache of settings that is far too long is not read', async () => {
  const sandbox = openSandbox()
  await runSession(sandbox, 'one')
  const file = path.join(sandbox.stateDir(), 'settings.json')
  writeFileSync(file, '')
  truncateSync(file, 2 ** 31)
  expect(await runSession(sandbox, 'two')).toEqual(EVENTS.map(() => 0))
})
