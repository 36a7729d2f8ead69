import { describe, expect, it } from 'vitest'
import { createLessons } from '../../src/library/lessons.js'
import { openMemoryStorage } from '../../src/memory/memory-storage.js'
import { openReflector } from '../../src/wiring/open-reflector.js'
import { openMemoryStore } from '../../src/store/memory.js'
import { openCli } from '../support/open-cli.js'
import { heavyTranscript } from '../../bench/heavy-payloads.js'
import { HEAVY_TEXTS } from '../../bench/heavy-texts.js'

/** What a hook has of its own for one event; nothing may take more, whatever it reads. */
const BUDGET_MS = 2000

async function processorTime(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

describe.each(HEAVY_TEXTS)('with $title', { timeout: 60_000 }, ({ text }) => {
  it.each([
    { kind: 'prompt-submitted' as const, sessionId: 's1', text },
    { kind: 'session-stopped' as const, sessionId: 's1', lastMessage: text },
    { kind: 'session-errored' as const, sessionId: 's1', error: text },
  ])('a library call of $kind stays within its budget', async (event) => {
    const { root, home, env } = openCli()
    const store = await openMemoryStore()
    const reflector = await openReflector({ cwd: root, home, env, store })
    expect(await processorTime(() => reflector.reflect(event))).toBeLessThan(BUDGET_MS)
  })

  it('a lesson stays within its budget', async () => {
    const lessons = createLessons({ storage: openMemoryStorage() })
    const failure = {
      id: 'f1',
      sessionId: 's1',
      createdAt: '2030-01-01T00:00:00.000Z',
      taskId: 't1',
      subtaskId: 's1',
      attemptNumber: 1,
      failureType: 'test_failure' as const,
      subtaskDescription: text,
      errorOutput: `${text}\nFAIL src/a.ts\n${text}`,
      filesModified: [],
      previousReflections: [],
    }
    const spent = await processorTime(async () => {
      await lessons.generate(failure)
    })
    expect(spent).toBeLessThan(BUDGET_MS)
  })

  it.each([
    {
      argv: ['judge'],
      told: { task: text, tools_used: `Bash(npm test ${text})`, agent_response: text },
    },
    { argv: ['judge'], told: { task: 'Fix it', tools_used: text, agent_response: text } },
    { argv: ['stall'], told: { last_user_message: text, last_assistant_response: text } },
    { argv: ['evaluate'], told: { task: text, trace: `Bash(${text})`, output: text } },
  ])('reflect $argv --case stays within its budget', async ({ argv, told }) => {
    const cli = openCli()
    cli.write('cases.json', JSON.stringify([told]))
    const spent = await processorTime(() => cli.run([...argv, '--case', 'cases.json', '--json']))
    expect(spent).toBeLessThan(BUDGET_MS)
  })

  it.each(['judge', 'evidence'])(
    'reflect %s of a transcript stays within its budget',
    async (command) => {
      const cli = openCli()
      const file = cli.putHome('session.jsonl', heavyTranscript(text, 's1'))
      const spent = await processorTime(() => cli.run([command, file, '--json']))
      expect(spent).toBeLessThan(BUDGET_MS)
    },
  )
})
