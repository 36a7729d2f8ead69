import type { AskRepository } from '../read/observe.js'
import { observeRepository } from '../read/repository.js'
import type { RepositoryFacts } from '../schema/evidence.js'

/** Start points of sessions that are forgotten one after the other. */
const MAX_KEPT = 50

interface SharedRead {
  running: Promise<RepositoryFacts> | null
  next: Promise<RepositoryFacts> | null
}

/**
 * Many sessions of one project ask git the same. A question while git is being asked shares the
 * next answer, which begins after the question, so no caller gets facts from before its own event.
 */
export function shareRepository(
  observe: (input: Parameters<AskRepository>[0]) => Promise<RepositoryFacts> = observeRepository,
): AskRepository {
  const asked = new Map<string, SharedRead>()
  return ({ root, startPoint }) => {
    const key = `${root}\n${startPoint}`
    const known = asked.get(key) ?? { running: null, next: null }
    asked.delete(key)
    asked.set(key, known)
    for (const oldest of [...asked.keys()].slice(0, -MAX_KEPT)) asked.delete(oldest)
    known.next ??= follow(known, () => observe({ root, startPoint }))
    return known.next
  }
}

/** Begins when what runs has ended; from then on, who asks is for the one behind it. */
function follow(known: SharedRead, ask: () => Promise<RepositoryFacts>): Promise<RepositoryFacts> {
  const before = known.running?.catch(() => undefined) ?? Promise.resolve()
  const following = before.then(() => {
    known.running = following
    known.next = null
    return ask()
  })
  return following
}
