import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, it } from 'vitest'
import { BIN, openSandbox } from '../support/sandbox.js'

const stages = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('reflect-demo-'))

function start(args: string[]) {
  const { base, env } = openSandbox()
  const child = spawn(process.execPath, [BIN, 'demo', ...args], {
    cwd: base,
    env: { ...env, TMPDIR: base },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close').then(([code]) => code as number | null)
  return { base, child, closed, lines: createInterface({ input: child.stdout }) }
}

it('plays every scene on one stage, says where to look, and leaves nothing behind', async () => {
  const { base, closed, lines } = start([])
  const printed: string[] = []
  for await (const line of lines) printed.push(line)
  const text = printed.join('\n')
  expect(await closed).toBe(0)
  expect(text).not.toContain('Unexpected')
  for (const said of [
    'needs review',
    'Tests  7 passed (7)',
    'Attempt 3 is chosen',
    'paused  system:reflection',
    'Committed reach-the-database',
    'reflect demo --serve',
  ]) {
    expect(text).toContain(said)
  }
  expect(stages(base)).toEqual([])
})

it('clears its stage when it is stopped in the middle', async () => {
  const { base, child, closed, lines } = start([])
  await once(lines, 'line')
  child.kill('SIGINT')
  expect(await closed).toBe(130)
  expect(stages(base)).toEqual([])
})
