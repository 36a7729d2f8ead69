import { isWeakenedBy } from '../../evidence/episodes/is-weakened-by.js'
import { saveEpisodes } from '../../memory/save-episodes.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { openSessionStorage } from './session-storage.js'

/**
 * The agent stopped, or its session ended: the checks that went red in it, and what made them green,
 * are kept, and their lessons say so from now on.
 */
export const episodes: Moment = { name: 'episodes', passive: true, reflect: keep }

async function keep(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, evidence, session, config, now } = input
  if (!config.lessons.enabled) return nothing('lessons_disabled')
  // What our own children do is no session of the project's.
  if (ports.environment.parent !== null) return nothing('own_session')
  const { storage, records } = openSessionStorage(input, ports)
  const written = await saveEpisodes({
    sessionId: session.sessionId,
    episodes: evidence.episodes,
    isOver: event.kind === 'session-ended',
    isWeakened: (episode) => isWeakenedBy(evidence.weakened, episode),
    storage,
    store: ports.store,
    now,
  })
  return { ...nothing('captured'), records: [...written, ...records()] }
}
