import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sumCalls } from '../sums/read-call-sums.js'
import { openSqliteStore } from '../store/sqlite.js'
import { bundleProgram } from '../util/__fixtures__/bundle-program.js'
import { budgetWindow } from './budget.js'
import { openTestModel, request } from './__fixtures__/open-test-model.js'
import { startWireServer } from './__fixtures__/wire-server.js'

const run = promisify(execFile)

let dir: string
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'model-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

let program: string
beforeAll(async () => {
  program = await bundleProgram(path.join(import.meta.dirname, '__fixtures__/spend-child.ts'))
})
afterAll(() => rmSync(program, { force: true }))

describe('four processes with one budget', () => {
  it('spend no more than it together, and the ledger knows what the server counted', async () => {
    const server = await startWireServer()
    server.turns = [{ say: 'x'.repeat(500) }]
    const file = path.join(dir, 'ledger.db')
    await (await openSqliteStore(file)).close()
    try {
      await Promise.all(
        ['a', 'b', 'c', 'd'].map((id) =>
          run(process.execPath, [program, file, server.url, '15', id]),
        ),
      )
    } finally {
      await server.close()
    }
    const store = await openSqliteStore(file)
    const [sum] = await sumCalls(store, { by: 'model' })
    await store.close()
    const { calls, inputTokens, outputTokens } = server.billed
    const usd = (inputTokens + outputTokens) / 1000
    expect(sum).toMatchObject({ calls: 60, ok: calls, inputTokens, outputTokens, unsettled: 0 })
    expect(sum!.refused).toBeGreaterThan(0)
    expect(sum!.usd).toBeCloseTo(usd, 6)
    // A call books 1.1 dollars at most, so the budget is used up to less than that.
    expect(usd).toBeLessThanOrEqual(20)
    expect(usd).toBeGreaterThan(20 - 1.2)
  })
})

describe('a process that is killed while it waits for an answer', () => {
  it('leaves what it had booked, until no call can take that long', async () => {
    const server = await startWireServer()
    server.turns = [{ hang: true }]
    const file = path.join(dir, 'ledger.db')
    await (await openSqliteStore(file)).close()
    const child = spawn(process.execPath, [program, file, server.url, '1', 'a'])
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBe(1)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await server.close()
    const store = await openSqliteStore(file)
    const [left] = await store.list('model_call')
    expect(left).toMatchObject({ outcome: 'reserved', cost: expect.any(Number) })
    const spentAfter = async (seconds: number) => {
      const now = new Date(Date.parse(left!.startedAt) + seconds * 1000)
      const window = budgetWindow(now, { call: LIMIT, session: LIMIT, day: LIMIT })
      let usd = Number.NaN
      await store.bookCall({ sessionId: null, ...window }, (spending) => {
        usd = spending!.day.usd
        return { ...left!, id: `asked-${seconds}`, outcome: 'refused_by_budget' }
      })
      return usd
    }
    expect([await spentAfter(89), await spentAfter(91)]).toEqual([left!.cost, 0])
    await store.close()
  })
})

const LIMIT = { timeMs: 60_000, tokens: 1e9, usd: 1e6 }

describe('a command that writes 50 MB', () => {
  it('is ended at its bound', async () => {
    const code = `const chunk = 'x'.repeat(1024 * 1024); let left = 50;
      const write = () => { while (left > 0) { left -= 1; if (!process.stdout.write(chunk)) return process.stdout.once('drain', write) } };
      write()`
    const { model } = await openTestModel(
      { backends: { agent: { adapter: 'command', command: [process.execPath, '-e', code] } } },
      { projectRoot: dir, tempDir: dir, env: { PATH: process.env['PATH'] } },
    )
    const before = process.memoryUsage().rss
    const reply = await model.text(request({ timeoutMs: 60_000 }))
    expect(reply).toMatchObject({
      outcome: 'failed',
      failure: 'too_large',
      reason: expect.stringContaining('wrote more than 4194304 bytes'),
    })
    expect(process.memoryUsage().rss - before).toBeLessThan(40 * 1024 * 1024)
  })
})
