import type { Agent } from '../agent.js'
import { emptyReplyFor } from '../agents/empty-reply.js'
import type { Env } from '../config/paths.js'
import type { SettingsText } from '../config/read-settings.js'
import { ReflectError } from '../schema/error.js'
import { loadAgent } from '../wiring/agent-registry.js'
import { LATE, logFailure } from '../wiring/hook-log.js'
import type { ToldCall } from './read-told-call.js'
import { runHook } from './run-hook.js'
import type { HookAnswer } from './run-hook.js'
import type { Budget } from './start-budget.js'
import { wake } from './wake.js'
import { userName } from '../util/user-name.js'

export interface AnswerInput {
  agentId: string
  eventName: string | null
  env: Env
  home: string
  platform: NodeJS.Platform
  cwd: string
  /** Where the hook's files lie. */
  folder: string
  /** Which build of the hook this is. */
  build: string
  budget: Budget
  readUserFile?: (() => SettingsText) | undefined
  /** A failed call that was read already; standard input has nothing more. */
  told?: ToldCall | null
}

type Started = Omit<AnswerInput, 'build' | 'budget' | 'readUserFile' | 'told'>

/** The reply to one event; when anything went wrong, a line in the log and nothing to act on. */
export async function answer(input: AnswerInput): Promise<HookAnswer> {
  let agent: Agent | null = null
  try {
    agent = await loadAgent(input.agentId)
    return await runHook({
      ...input,
      author: userName(),
      agent,
      stdin: () => process.stdin,
      now: () => new Date(),
    })
  } catch (error) {
    logFailure(input, error, whereOf(input))
    return { reply: refusal(agent, error) ?? emptyReplyFor(input.agentId), finish: null }
  }
}

/** Why the payload was refused, for an agent that takes such an answer. */
function refusal(agent: Agent | null, error: unknown): string | null {
  if (!(error instanceof ReflectError) || error.code !== 'payload-invalid') return null
  const text = [`Reflectory: ${error.message}.`, error.remedy ?? ''].join(' ').trim()
  return agent?.encodeRefusal?.(text) ?? null
}

/** What the wake entry has to say; null, and a line in the log, when anything went wrong. */
export async function answerWake(input: Started): Promise<string | null> {
  try {
    const agent = await loadAgent(input.agentId)
    return await wake({ ...input, agent, stdin: process.stdin, now, sleep })
  } catch (error) {
    logFailure(input, error, whereOf(input))
    return null
  }
}

export function logTimeout(input: Started): void {
  const late = new ReflectError('internal', LATE)
  logFailure(input, late, whereOf(input))
}

const whereOf = ({ agentId, eventName }: Pick<AnswerInput, 'agentId' | 'eventName'>): string =>
  `hook ${agentId} ${eventName ?? ''}`.trim()

const now = (): Date => new Date()
const sleep = (ms: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, ms))
