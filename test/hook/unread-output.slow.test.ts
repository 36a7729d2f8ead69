import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { HOOK, openSandbox } from '../support/sandbox.js'

/** A pipe that is full, and that is read by no one; the end to write to. */
function openFullPipe(folder: string): number {
  const pipe = path.join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const both = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
  try {
    for (;;) writeSync(both, Buffer.alloc(4096))
  } catch {
    // It takes no more.
  }
  const end = openSync(pipe, 'w')
  onTestFinished(() => [both, end].forEach((descriptor) => closeSync(descriptor)))
  return end
}

describe.skipIf(process.platform === 'win32')(
  'a client that reads nothing (no mkfifo on Windows)',
  () => {
    it.each([
      { agent: 'codex', mode: 'off' },
      { agent: 'codex', mode: 'solo' },
      { agent: 'generic', mode: 'solo' },
    ])('does not keep the hook of $agent alive with the mode $mode', async ({ agent, mode }) => {
      const sandbox = openSandbox()
      const child = spawn(process.execPath, [HOOK, agent], {
        cwd: sandbox.root,
        env: { ...sandbox.env, REFLECTION_MODE: mode },
        stdio: ['pipe', openFullPipe(sandbox.base), 'ignore'],
        timeout: 15_000,
        killSignal: 'SIGKILL',
      })
      child.stdin?.on('error', () => undefined)
      child.stdin?.end(
        JSON.stringify({ kind: 'session-stopped', hook_event_name: 'Stop', sessionId: 's' }),
      )
      expect(await once(child, 'exit')).toEqual([0, null])
    })
  },
)
