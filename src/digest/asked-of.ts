import type { AgentEvent } from '../schema/agent-event.js'
import type { Store } from '../store.js'
import { oneLine } from '../util/one-line.js'

const MAX_CHARS = 200

/** What a person asked for last before a session's run; null where no one did. */
export async function askedOf(
  sessionId: string,
  before: string,
  store: Pick<Store, 'readEvents'>,
): Promise<string | null> {
  const kinds = ['agent.prompt-submitted']
  const prompts = await store.readEvents({ sessionId, kinds, order: 'newest', limit: 20 })
  const prompt = prompts.find(({ at, body }) => at <= before && isHuman(body as AgentEvent))
  const event = prompt?.body as AgentEvent | undefined
  return event?.kind === 'prompt-submitted' ? oneLine(event.text, MAX_CHARS) : null
}

const isHuman = (event: AgentEvent): boolean =>
  event.kind === 'prompt-submitted' && event.origin === 'human'
