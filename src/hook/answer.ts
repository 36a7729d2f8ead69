import type { Env } from '../config/paths.js'
import type { SettingsText } from '../config/read-settings.js'
import { ReflectError } from '../schema/error.js'
import { agents, unknownAgent } from './agents.js'
import { logFailure } from './hook-log.js'
import { runHook } from './run-hook.js'
import type { HookAnswer } from './run-hook.js'
import { silenceOf } from './spoken-silence.js'
import type { Budget } from './start-budget.js'
import { own } from '../util/own.js'

export interface AnswerInput {
  agentId: string
  eventName: string | null
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
  budget: Budget
  readUserFile?: (() => SettingsText) | undefined
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
    logFailure(input, error, whereOf(input))
    return { reply: silenceOf(input.agentId), finish: null }
  }
}

export function logTimeout(input: Omit<AnswerInput, 'budget' | 'readUserFile'>): void {
  const late = new ReflectError('internal', 'No answer within the time that a hook has')
  logFailure(input, late, whereOf(input))
}

const whereOf = ({ agentId, eventName }: Pick<AnswerInput, 'agentId' | 'eventName'>): string =>
  `hook ${agentId} ${eventName ?? ''}`.trim()
