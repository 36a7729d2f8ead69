const TICK_MS = 50

/** However starved the machine is, the client gets its answer after this many budgets. */
const HARD_LIMIT = 5

/**
 * Calls back when the time is used up. Time counts in ticks of the event loop: on a machine that
 * hardly lets us run they come late, and giving up then would lose a record to somebody else's load.
 * While we wait for something that hangs they come on time. Returns the way to stop counting.
 */
export function startBudget(budgetMs: number, onSpent: () => void): () => void {
  const start = Date.now()
  let spentMs = 0
  const timer = setInterval(() => {
    spentMs += TICK_MS
    if (spentMs < budgetMs && Date.now() - start < budgetMs * HARD_LIMIT) return
    clearInterval(timer)
    onSpent()
  }, TICK_MS)
  return () => clearInterval(timer)
}
