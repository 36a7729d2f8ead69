import { reachesOutside } from '../../../evidence/message/reach.js'
import { sharedTopics } from '../../../evidence/message/topics.js'
import type { Gate } from '../gate.js'

/** The agent's own list has open items. */
export const openTodos: Gate = {
  id: 'open_todos',
  tier: 'note',
  yieldsToPerson: true,
  check({ evidence, asked }) {
    const open = evidence.todos.filter(
      ({ state }) => state === 'pending' || state === 'in_progress',
    )
    // What may leave the working tree is nothing that we send an agent to, nor to a list that has it.
    const own = open.filter(({ text }) => !reachesOutside(text))
    const [first] = own
    if (first === undefined) return null
    return {
      fact: `${open.length} of ${evidence.todos.length} items on your own list are open`,
      quote: first.text,
      severity: 'MEDIUM',
      missing: 'the open items on your list',
      nextAction: 'Do them, or cross out those that are no longer wanted and say why.',
      requested:
        own.length === open.length && own.some(({ text }) => sharedTopics(text, asked).length > 0),
    }
  },
}
