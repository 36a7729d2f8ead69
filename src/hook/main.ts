/**
 * The hook's program: `hook.cjs <agent> [event]`, payload on standard input, reply on standard
 * output, exit code 0. With the mode off it ends here, before anything heavy is loaded; even
 * Node's own standard streams cost a quarter of an empty process, so they are not touched.
 */
import { writeSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { stateHome } from '../config/paths.js'
import { quickMode } from '../config/quick-mode.js'
import { loadAnswer } from './load-answer.js'
import { startBudget } from './start-budget.js'

/** Without a model nothing we do may take longer than this. */
const BUDGET_MS = 2000

async function main(): Promise<void> {
  const [agentId = '', eventName = null] = process.argv.slice(2)
  const place = {
    env: process.env,
    home: homedir(),
    platform: process.platform,
    cwd: process.cwd(),
  }
  if (quickMode({ ...place, now: new Date() }) === 'off') return

  const code = path.join(stateHome(place.env, place.home, place.platform), 'reflectory', 'code')
  const { module, keep } = loadAnswer(path.join(__dirname, 'answer.cjs'), code)
  const { answer, logTimeout } = module
  const spent = new AbortController()
  const input = { ...place, agentId, eventName, budgetMs: BUDGET_MS, signal: spent.signal }
  startBudget(BUDGET_MS, () => {
    spent.abort()
    logTimeout(input)
    process.exit(0)
  })
  const reply = await answer(input)
  if (reply !== '') writeSync(1, `${reply}\n`)
  keep()
}

/** Nothing of ours may end as an exit code or a message that the client would act on. */
function giveUp(error: unknown): never {
  if (process.env['REFLECTION_DEBUG'] === '1') writeSync(2, `${(error as Error).stack}\n`)
  process.exit(0)
}

process.on('uncaughtException', giveUp)
void main().then(() => process.exit(0), giveUp)
