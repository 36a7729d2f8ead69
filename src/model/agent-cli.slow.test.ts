import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestModel, request } from './__fixtures__/open-test-model.js'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'agent-cli-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const NODE = process.execPath
const { PATH } = process.env

const openCommand = (command: string[], env: object = {}) =>
  openTestModel(
    { backends: { agent: { adapter: 'command', command } } },
    { projectRoot: dir, tempDir: dir, env: { PATH, ...env } },
  )

const script = (code: string): string[] => [NODE, '-e', code]
const ECHO = script('process.stdin.pipe(process.stdout)')

describe('a command as a model', () => {
  it.each([
    `It's "quoted", $HOME \`id\` $(id) \\ and\nover\r\nlines; rm -rf / && | > < *`,
    '--help',
    '“ünïcødé” 🎉',
    'x'.repeat(1_000_000),
  ])('gets prompt %# as it is', async (prompt) => {
    const { model } = await openTestModel(
      {
        backends: { agent: { adapter: 'command', command: ECHO } },
        budget: { call: { tokens: 1e9 }, session: { tokens: 1e9 } },
      },
      { projectRoot: dir, tempDir: dir, env: { PATH } },
    )
    expect(await model.text(request({ prompt }))).toMatchObject({ outcome: 'ok', value: prompt })
  })

  it('runs in an empty folder that is gone afterwards, and knows whose child it is', async () => {
    const code = `console.log(JSON.stringify({
      files: fs.readdirSync('.'), cwd: process.cwd(), parent: process.env.REFLECTION_PARENT }))`
    const { model } = await openCommand(script(code))
    const reply = await model.text(request())
    const seen = JSON.parse((reply as { value: string }).value) as Record<string, unknown>
    expect(seen).toEqual({ files: [], cwd: expect.stringContaining(dir), parent: 'model' })
    expect(readdirSync(dir)).toEqual([])
  })

  it('may leave its input unread', async () => {
    const { model } = await openCommand(script('console.log("done")'))
    const reply = await model.text(request({ prompt: 'x'.repeat(100_000) }))
    expect(reply).toMatchObject({ outcome: 'ok', value: 'done\n' })
  })

  it.each([
    {
      command: ['no-such-program-here'],
      failure: 'misconfigured',
      reason: /not found on the PATH/,
    },
    {
      command: ['/no/such/program'],
      failure: 'misconfigured',
      reason: /can't be started: .*ENOENT/,
    },
    {
      command: script('console.error("no\\x1b[31m luck"); process.exit(3)'),
      failure: 'unavailable',
      reason: /ended with 3: no luck$/,
    },
    { command: script('0'), failure: 'refused', reason: /answered nothing$/ },
  ])('that fails says why: $reason', async ({ command, failure, reason }) => {
    const { model } = await openCommand(command)
    expect(await model.text(request())).toMatchObject({
      outcome: 'failed',
      failure,
      reason: expect.stringMatching(reason),
    })
  })

  it('keeps what a command prints of secrets out of reasons', async () => {
    const token = `ghp_${'a1B2'.repeat(9)}`
    const { model } = await openCommand(script('console.error(process.env.T); process.exit(1)'), {
      T: token,
    })
    expect(JSON.stringify(await model.text(request()))).not.toContain(token)
  })

  it('is never a program that the project brings along', async () => {
    writeFileSync(path.join(dir, 'judge'), '#!/bin/sh\necho owned\n', { mode: 0o755 })
    const { model } = await openCommand(['judge'], { PATH: `${dir}${path.delimiter}${PATH}` })
    expect(await model.text(request())).toMatchObject({ failure: 'misconfigured' })
  })

  it('is ended with its children when it ignores being asked to end', async () => {
    const pids = path.join(dir, 'pids')
    const stubborn = `process.on('SIGTERM', () => {});
      fs.appendFileSync(${JSON.stringify(pids)}, process.pid + '\\n'); setInterval(() => {}, 1000)`
    const code = `const { spawn } = require('node:child_process');
      spawn(process.execPath, ['-e', ${JSON.stringify(stubborn)}], { stdio: 'inherit' });
      ${stubborn}`
    const { model, store } = await openCommand(script(code))
    expect(await model.text(request({ timeoutMs: 1500 }))).toMatchObject({ outcome: 'timeout' })
    await store.close()
    const started = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(started).toHaveLength(2)
    await expect.poll(() => started.filter(isAlive), { timeout: 10_000 }).toEqual([])
  })

  it('leaves no child behind when it answers and goes', async () => {
    const pid = path.join(dir, 'pid')
    const code = `const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
      fs.writeFileSync(${JSON.stringify(pid)}, String(child.pid)); console.log('done'); process.exit(0)`
    const { model } = await openCommand(script(code))
    expect(await model.text(request())).toMatchObject({ outcome: 'ok', value: 'done\n' })
    expect(existsSync(pid)).toBe(true)
    await expect.poll(() => isAlive(Number(readFileSync(pid, 'utf8')))).toBe(false)
  })
})

/** A zombie has ended; only its parent has not looked yet. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
