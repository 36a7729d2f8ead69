import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { TIMES_KEPT } from '../../src/hook/load-answer.js'
import { openSandbox } from '../support/sandbox.js'

/** Parts of Node that take a millisecond or more to load, and that a failed call has no use for. */
const HEAVY = [
  'crypto',
  'stream',
  'perf_hooks',
  'timers/promises',
  'child_process',
  'fs/promises',
  'net',
  'worker_threads',
]

it('loads no heavy part of Node for a failed call', async () => {
  const sandbox = openSandbox()
  const spy = path.join(sandbox.base, 'spy.cjs')
  const list = path.join(sandbox.base, 'loaded.json')
  writeFileSync(
    spy,
    `process.on('exit', () =>
      require('node:fs').writeFileSync(process.env.SPY_FILE, JSON.stringify(process.moduleLoadList)))`,
  )
  const event = {
    hook_event_name: 'PostToolUseFailure',
    cwd: sandbox.root,
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command: 'npm test' },
    error: 'Exit code 1\nFAIL  src/cart.test.ts > adds up',
  }
  const heavyParts = async (session: string): Promise<string[]> => {
    const done = await sandbox.hook(
      ['claude-code', 'PostToolUseFailure'],
      { ...event, session_id: session },
      { REFLECTION_MODE: 'solo', NODE_OPTIONS: `--require ${spy}`, SPY_FILE: list },
    )
    expect(done.code).toBe(0)
    const loaded = JSON.parse(readFileSync(list, 'utf8')) as string[]
    expect(loaded).toContain('NativeModule fs')
    return HEAVY.filter((name) => loaded.includes(`NativeModule ${name}`))
  }
  // The project's first session names its folder, by a digest.
  expect(await heavyParts('s1')).toEqual(['crypto', 'stream'])
  // The first few keep compiled code with its digest, when they have answered.
  for (let time = 0; time < TIMES_KEPT; time += 1) await heavyParts(`keeps-${time}`)
  expect(await heavyParts('s2')).toEqual([])
})
