import path from 'node:path'
import { readTranscript } from '../read/transcript.js'
import type { AgentEvent } from '../schema/agent-event.js'
import type { LedgerEpisode } from '../schema/evidence.js'
import type { Store } from '../store.js'
import { loadAgent } from './agent-registry.js'

/** The episodes of an earlier session, from its transcript; null where that can't be read any more. */
export async function readEpisodes(
  sessionId: string,
  store: Pick<Store, 'readEvents'>,
  home: string,
): Promise<readonly LedgerEpisode[] | null> {
  const kinds = ['agent.session-stopped']
  const [stop] = await store.readEvents({ sessionId, kinds, order: 'newest', limit: 1 })
  const event = stop?.body as AgentEvent | undefined
  if (event?.transcriptPath == null) return null
  const file = event.transcriptPath.replace(/^~(?=[\\/])/, home)
  try {
    const reader = await (await loadAgent(event.agent)).loadTranscriptReader?.()
    if (reader === undefined || !path.isAbsolute(file)) return null
    return (await readTranscript({ path: file, reader, mark: null })).ledger.episodes
  } catch {
    return null
  }
}
