/** How long a hook may take, and what ends it. */
export interface Budget {
  /** Aborted while there is time left to record what is known. */
  signal: AbortSignal
  /** Gives more time, for a model that was configured to judge. */
  extend(ms: number): void
}

const TICK_MS = 50
/** What is left to record what is known when what is still being waited for is given up. */
const LAST_SHARE = 0.4
const LAST_MS = 4000
/** However starved the machine is, the client gets its answer after this many budgets. */
const HARD_LIMIT = 5

/**
 * Time counts in ticks of the event loop, or in our own processor time where that is more: on a
 * machine that hardly lets us run the ticks come late, and giving up then would lose a record to
 * load of other processes. While we wait for something that hangs they come on time.
 */
export function startBudget(budgetMs: number, onSpent: () => void): Budget {
  const soft = new AbortController()
  const start = Date.now()
  let [limitMs, ticksMs] = [budgetMs, 0]
  const timer = setInterval(() => {
    ticksMs += TICK_MS
    const spentMs = Math.max(ticksMs, processorMs())
    const lateMs = (Date.now() - start) / HARD_LIMIT
    if (Math.max(spentMs, lateMs) >= limitMs - Math.min(limitMs * LAST_SHARE, LAST_MS)) soft.abort()
    if (Math.max(spentMs, lateMs) < limitMs) return
    clearInterval(timer)
    onSpent()
  }, TICK_MS)
  timer.unref()
  return {
    signal: soft.signal,
    extend: (ms) => {
      limitMs = Math.max(limitMs, ms)
    },
  }
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
