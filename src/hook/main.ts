/**
 * The hook's program: `hook.cjs <agent> [event]`, payload on standard input, reply on standard
 * output, exit code 0; or `hook.cjs <agent> --stdio`, which stays; or `hook.cjs <agent> wake`. With the
 * mode off it ends here, before anything heavy is loaded; even Node's own standard streams are slow to
 * load, so they are not touched unless there is something to say.
 */
import { writeSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { isWakeable } from '../agents/attended.js'
import { emptyReplyFor } from '../agents/empty-reply.js'
import { runningClient } from '../agents/running-client.js'
import { finishedCalls } from '../wiring/finished-calls.js'
import { stateHome } from '../config/paths.js'
import { findMovedConfig } from '../config/config-place.js'
import { asksToBeOn } from '../config/off.js'
import { quickMode, userFileReader } from '../config/quick-mode.js'
import { isAlsoInstalledInSettings } from './is-also-installed-in-settings.js'
import type { AnswerInput } from './answer.js'
import { loadAnswer } from './load-answer.js'
import type { LoadedAnswer } from './load-answer.js'
import { readToldCall } from './read-told-call.js'
import type * as residentModule from './resident.js'
import { startBudget } from './start-budget.js'

/** Set where the hook is built: the one in a client's plugin has another way of being there. */
declare const __IN_PLUGIN__: boolean

/** Until the config is read, which may allow a model more. */
const BUDGET_MS = 2000
/** How long a client may take to read the answer. */
const READ_MS = 1000

async function main(): Promise<void> {
  const { env, platform } = process
  const [named = '', eventName = null] = process.argv.slice(2)
  const agentId = runningClient(named, env)
  const calls = finishedCalls(agentId, eventName)
  let told = calls === null ? null : readToldCall(calls)
  // Before the mode is read: of a call that went well nothing is ever said or kept.
  if (calls !== null && !told?.failed) return say(emptyReplyFor(agentId))
  const place = { env, home: homedir(), platform, cwd: projectFolder(env), folder: __dirname }
  const readUserFile = userFileReader(place)
  const mode = quickMode({ ...place, readUserFile, now: new Date() })
  if (mode === 'off') {
    const user = readUserFile()
    const isOwnWish = !asksToBeOn(user.text) && findMovedConfig(place, user) === null
    const tellable = isOwnWish ? null : readTellable(eventName)
    if (tellable === null) return say(emptyReplyFor(agentId))
    told = tellable
  }
  if ((__IN_PLUGIN__ || agentId !== named) && isAlsoInstalledInSettings(agentId, place)) {
    return say(emptyReplyFor(agentId))
  }
  if (eventName === '--stdio') {
    const resident = require(path.join(__dirname, 'resident.cjs')) as typeof residentModule
    return resident.serveClient({ ...place, agentId })
  }

  if (eventName === 'wake') return wakeClient(agentId, place)

  let late: (() => void) | null = null
  const budget = startBudget(BUDGET_MS, () => {
    late?.()
    void say(emptyReplyFor(agentId))
    process.exit(0)
  })
  const { module, build, keep } = loadRest(place, eventName)
  const { answer, logTimeout } = module
  const input = { ...place, agentId, eventName }
  late = () => logTimeout(input)
  const { reply, finish } = await answer({ ...input, build, budget, readUserFile, told })
  const isSaid = say(reply)
  if (finish === null) return isSaid
  // Code that later events have no use for would be read by each of them.
  if (!(await finish())) keep()
  await isSaid
}

/** A session begins, or its agent stops, in the words of clients. */
const TOLD_AT =
  /"(?:session[-_.]?(?:start(?:ed)?|created|idle|stopped)|(?:agent)?stop|afteragent|agent_end)"/i

/** Switched off against its user's settings: there that is said. */
function readTellable(eventName: string | null): ReturnType<typeof readToldCall> {
  if (eventName === '--stdio' || eventName === 'wake') return null
  const read = readToldCall({ hasFailed: () => false })
  return read !== null && TOLD_AT.test(`"${eventName}" ${read.text}`) ? read : null
}

/** Some clients start a plugin's hook in the plugin's own folder. */
const projectFolder = (env: NodeJS.ProcessEnv): string =>
  (__IN_PLUGIN__ && env['CLAUDE_PROJECT_DIR']) || process.cwd()

type Place = Pick<AnswerInput, 'env' | 'home' | 'platform' | 'cwd' | 'folder'>

function loadRest({ env, home, platform }: Place, eventName: string | null): LoadedAnswer {
  const code = path.join(stateHome(env, home, platform), 'reflectory', 'code')
  return loadAnswer(path.join(__dirname, 'answer.cjs'), require, code, eventName)
}

/** The client gives it up after ten minutes; it ends by itself before that. */
const WAKE_LIMIT_MS = 590_000

/**
 * The only place that ends with 2, by which the client wakes its agent with what stands on standard
 * error: a "go on" was recorded, and there is something to say.
 */
async function wakeClient(agentId: string, place: Place): Promise<void> {
  if (!isWakeable(agentId, place.env)) return
  setTimeout(() => process.exit(0), WAKE_LIMIT_MS).unref()
  const { module, keep } = loadRest(place, 'wake')
  const text = await module.answerWake({ ...place, agentId, eventName: 'wake' })
  keep()
  if (text === null) return
  writeSync(2, `${text}\n`)
  process.exit(2)
}

let hasAnswered = false

/** Once: a client that parses the answer would stumble over a second one. */
function say(reply: string): Promise<void> {
  if (hasAnswered) return Promise.resolve()
  hasAnswered = true
  if (reply === '') return Promise.resolve()
  // What fits into the pipe is there when this returns. A client that reads nothing would hold a
  // synchronous write for ever, and with it the timer that ends us.
  return new Promise((resolve) => {
    setTimeout(resolve, READ_MS)
    process.stdout.on('error', () => resolve())
    process.stdout.write(`${reply}\n`, () => resolve())
  })
}

/** Nothing of ours may end as an exit code or a message that the client would act on. */
function giveUp(error: unknown): never {
  try {
    const stack = (error as Error | null)?.stack ?? String(error)
    if (process.env['REFLECTION_DEBUG'] === '1') writeSync(2, `${stack}\n`)
    void say(emptyReplyFor(process.argv[2] ?? ''))
  } finally {
    process.exit(0)
  }
}

process.on('uncaughtException', giveUp)
void main().then(() => process.exit(0), giveUp)
