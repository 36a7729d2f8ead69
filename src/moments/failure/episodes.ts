import { allowsRed } from '../../read/demands/allows-red.js'
import { isWeakenedBy } from '../../read/episodes/is-weakened-by.js'
import { isSameTreeSince } from '../../read/repository/is-same-tree.js'
import { saveEpisodes } from '../../memory/save-episodes.js'
import { attemptOutcome } from '../attempt-failure.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { isShared } from '../own-files.js'
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
  const { messages } = evidence.request
  const written = await saveEpisodes({
    sessionId: session.sessionId,
    episodes: evidence.episodes,
    isOver: event.kind === 'session-ended',
    isWeakened: (episode) =>
      event.kind === 'session-stopped' ? isWeakenedBy(evidence.weakened, episode) : null,
    isGreenNow: attemptOutcome(evidence) === 'passed',
    isSameTree: await lookAtTree(input, ports),
    isLeft: ({ tests }) => tests.length > 0 && allowsRed(messages, tests),
    storage,
    store: ports.store,
    now,
  })
  return { ...nothing('captured'), records: [...written, ...records()] }
}

/** Only where a check was green again without a change of this session is the tree looked at. */
async function lookAtTree(
  { event, evidence, session, now }: MomentInput,
  { store }: MomentPorts,
): Promise<((episode: (typeof evidence.episodes)[number]) => boolean) | null> {
  const { repository, episodes, edits } = evidence
  if (repository === null || !episodes.some(({ resolvedBy }) => resolvedBy?.again)) return null
  if (await isShared(session.sessionId, now, store)) return () => false
  const own = edits.map(({ file }) => file)
  return ({ lastRedAt, endedAt }) =>
    isSameTreeSince({ from: lastRedAt, until: endedAt, own, cwd: event.cwd, repository })
}
