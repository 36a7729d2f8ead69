import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { recordOutcome } from '../../../host/outcomes.js'
import type { Model, ModelRequest } from '../../../model.js'
import { Config } from '../../../schema/config.js'
import type { ConfigInput } from '../../../schema/config.js'
import type { ModelCall } from '../../../schema/model-call.js'
import type { Outcome } from '../../../schema/outcome.js'
import type { Store } from '../../../store.js'
import { openMemoryStore } from '../../../store/memory.js'
import type { ChangeDeps } from '../change.js'
import { checkOutcome } from '../cycle.js'
import { REFLECTION_ANALYSIS_PROMPT } from '../prompts/reflection-analysis.js'
import { NOW, outcome } from './history.js'

export interface OpenedCycle extends ChangeDeps {
  clock: { ms: number }
  prompts: string[]
  base: string
  /** Records an outcome as a host does, and checks it. */
  record(fields: Partial<Outcome>): ReturnType<typeof checkOutcome>
  writeSkill(name: string, text: string): void
}

export interface CycleWorld {
  cycle?: ConfigInput['cycle']
  /** What the model answers: a text for an analysis, an object for a step; an error fails the call. */
  answers?: readonly (string | object | Error)[]
  store?: Store
  template?: string
}

export async function openCycle(world: CycleWorld = {}): Promise<OpenedCycle> {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-cycle-')))
  const store = world.store ?? (await openMemoryStore())
  onTestFinished(async () => {
    await store.close()
    rmSync(base, { recursive: true, force: true })
  })
  const clock = { ms: Date.parse(NOW) }
  const prompts: string[] = []
  let ids = 0
  const deps: ChangeDeps = {
    store,
    now: () => new Date(clock.ms),
    nextId: () => `id-${(ids += 1)}`,
    config: Config.parse({ cycle: world.cycle ?? {} }),
    mayAct: true,
    model: world.answers === undefined ? null : scripted([...world.answers], prompts),
    template: () => ({
      text: world.template ?? REFLECTION_ANALYSIS_PROMPT,
      file: null,
      problems: [],
    }),
    signal: new AbortController().signal,
    skills: { dir: path.join(base, 'skills'), env: { PATH: process.env['PATH'], HOME: base } },
  }
  let sessions = 0
  return {
    ...deps,
    clock,
    prompts,
    base,
    async record(fields) {
      clock.ms += 60_000
      const row = outcome({
        session_id: `session-${(sessions += 1)}`,
        error: fields.status === 'completed' ? null : 'exit 1',
        timestamp: deps.now().toISOString(),
        ...fields,
      })
      await recordOutcome(row, deps)
      return checkOutcome(row.session_id, deps)
    },
    writeSkill(name, text) {
      mkdirSync(path.join(base, 'skills', name), { recursive: true })
      writeFileSync(path.join(base, 'skills', name, 'SKILL.md'), text)
    },
  }
}

/** A model that says what it was told to say, in order, and keeps what it was asked. */
function scripted(answers: (string | object | Error)[], prompts: string[]): Model {
  const next = (request: ModelRequest) => {
    prompts.push(request.prompt)
    return answers.shift() ?? new Error('nothing more was to be said')
  }
  const call = { inputTokens: 10, outputTokens: 5 } as ModelCall
  const failed = (error: Error) =>
    ({ outcome: 'failed', failure: 'unavailable', reason: error.message, call }) as const
  return {
    async text(request) {
      const answer = next(request)
      if (answer instanceof Error) return failed(answer)
      return { outcome: 'ok', value: String(answer), call }
    },
    async object(request) {
      const answer = next(request)
      if (answer instanceof Error) return failed(answer)
      return { outcome: 'ok', value: request.schema.parse(answer) as never, call }
    },
  }
}

/** A step of the built-in loop. */
export const useTool = (tool: string, args: Record<string, unknown>) => ({
  tool,
  arguments: args,
  answer: null,
})
export const finish = (answer: string) => ({ tool: null, arguments: null, answer })
