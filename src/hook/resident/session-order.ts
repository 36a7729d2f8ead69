/**
 * The order in which a session's events are worked on. What is soon done (a prompt, an abort, an
 * answered question) goes in the order of arrival and never waits for a judge; a judged event waits
 * for all that came before it. So an abort reaches the store while a judge still thinks.
 */
export interface SessionOrder {
  run(sessionId: string, isJudged: boolean, work: () => Promise<void>): Promise<void>
  /** Resolves when nothing is under way. */
  settled(): Promise<void>
}

interface Tails {
  quick: Promise<void>
  judged: Promise<void>
}

export function openSessionOrder(): SessionOrder {
  const sessions = new Map<string, Tails>()
  const running = new Set<Promise<void>>()

  function run(sessionId: string, isJudged: boolean, work: () => Promise<void>): Promise<void> {
    const tails = sessions.get(sessionId) ?? { quick: Promise.resolve(), judged: Promise.resolve() }
    sessions.set(sessionId, tails)
    const before = isJudged ? Promise.all([tails.quick, tails.judged]) : tails.quick
    const done = before.then(work).catch(() => undefined)
    if (isJudged) tails.judged = done
    else tails.quick = done
    running.add(done)
    return done.finally(() => running.delete(done))
  }

  return {
    run,
    async settled() {
      while (running.size > 0) await Promise.all(running)
    },
  }
}
