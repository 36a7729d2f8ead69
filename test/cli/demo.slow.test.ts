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

it('plays every scene on one stage, and leaves nothing behind', async () => {
  const { base, closed, lines } = start(['--all'])
  const printed: string[] = []
  for await (const line of lines) printed.push(line)
  const text = printed.join('\n')
  expect(await closed).toBe(0)
  expect(text).not.toContain('Unexpected')
  for (const said of [
    'needs review',
    'npx vitest run: 7 passed (7)',
    'Attempt 3 is chosen',
    'paused  system:reflection',
    'Committed reach-the-database',
    'vitest run was red in 3 sessions',
    'session 3: red, then green',
    'kept: 100 % with it, 0 % without',
    'tax-in-cents is gone',
    /Its "done" was right in \d+ of 2\d sessions: [67]\d %/,
    'Right, but for pages that the designers own.',
    'no hook runs in failure, experiments',
  ]) {
    expect(text).toMatch(said)
  }
  expect(stages(base)).toEqual([])
})

it('tells on its first screen, in 25 lines, of a claim that is sent back and fixed', async () => {
  const { closed, lines } = start([])
  const printed: string[] = []
  for await (const line of lines) printed.push(line)
  expect(await closed).toBe(0)
  expect(printed.length).toBeLessThanOrEqual(25)
  expect(printed.join('\n')).toMatch(
    /1 failed.*all tests pass.*Not done yet.*7 passed.*goes through.*The hook.*real/s,
  )
})

it('clears its stage when it is stopped in the middle', async () => {
  const { base, child, closed, lines } = start([])
  await once(lines, 'line')
  child.kill('SIGINT')
  expect(await closed).toBe(130)
  expect(stages(base)).toEqual([])
})

it('says what is wrong with a port that it cannot have', async () => {
  const { closed, lines } = start(['--serve', '--port', 'x'])
  const printed: string[] = []
  for await (const line of lines) printed.push(line)
  expect([await closed, printed]).toEqual([2, []])
})
