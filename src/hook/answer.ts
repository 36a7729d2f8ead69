import * as z from 'zod/mini'
import { findProject } from '../config/project.js'
import { projectStateDir, stateHome } from '../config/paths.js'
import type { Env } from '../config/paths.js'
import { ReflectError } from '../schema/error.js'
import { agents } from './agents.js'
import { describeFailure, writeHookLog } from './hook-log.js'
import { runHook } from './run-hook.js'
import type { HookAnswer } from './run-hook.js'
import { silenceOf } from './spoken-silence.js'
import type { Budget } from './start-budget.js'
import { own } from '../util/own.js'

// A process that parses a handful of records has no use for compiled parsers.
z.config({ jitless: true })

export interface AnswerInput {
  agentId: string
  eventName: string | null
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
  budget: Budget
}

/** The reply to one event; silence, and a line in the log, when anything went wrong. */
export async function answer(input: AnswerInput): Promise<HookAnswer> {
  try {
    const load = own(agents, input.agentId)
    if (load === undefined) throw unknownAgent(input.agentId)
    return await runHook({
      ...input,
      agent: await load(),
      stdin: process.stdin,
      now: () => new Date(),
    })
  } catch (error) {
    logFailure(input, error)
    return { reply: silenceOf(input.agentId), finish: null }
  }
}

export function logTimeout(input: Omit<AnswerInput, 'budget'>): void {
  logFailure(input, new ReflectError('internal', 'No answer within the time that a hook has'))
}

/** Into the log of the project that the process stands in, whatever else is known. */
function logFailure(input: Omit<AnswerInput, 'budget'>, error: unknown): void {
  const home = stateHome(input.env, input.home, input.platform)
  const stateDir = projectStateDir(home, findProject(input.cwd).identity)
  const where = `hook ${input.agentId} ${input.eventName ?? ''}`.trim()
  const withStack = input.env['REFLECTION_DEBUG'] === '1'
  writeHookLog(stateDir, describeFailure(error, where, new Date().toISOString(), withStack))
}

function unknownAgent(id: string): ReflectError {
  return new ReflectError('usage', `There is no agent "${id}"`, {
    remedy: `Known agents: ${Object.keys(agents).join(', ')}.`,
  })
}
