/**
 * The same check went red again, in the middle of a turn: what earlier sessions know about it goes out
 * as context, right behind the failed call. It is asked at every failed call, so it loads the rest only
 * for a check of a project that knows something, and asks the repository only when there is something
 * to show.
 */
import { readFailedCall } from '../../read/episodes/read-failed-call.js'
import { episodeId } from '../../memory/save-episodes.js'
import type { Episode } from '../../schema/episode.js'
import type { LedgerEpisode } from '../../schema/evidence.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'

export const recallInTurn: Moment = { name: 'recall', passive: false, reflect: remind }

async function remind(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, session, config } = input
  if (event.kind !== 'tool-finished' || !event.failed || event.call === undefined)
    return nothing('logged')
  if (!config.lessons.enabled) return nothing('lessons_disabled')
  const red = readFailedCall(event.call, { at: event.at, cwd: event.cwd ?? session.projectRoot })
  if (red.length === 0) return nothing('no_check')
  const noted = await Promise.all(red.map((one) => noteRed(one, input, ports)))
  const records = noted.flat()
  if (input.mode !== 'solo' || !input.capabilities.takesContext(event.kind))
    return { ...nothing('logged'), records }
  if (!(await isAnythingKnown(input, ports))) return { ...nothing('logged'), records }
  const { recallRed } = await import('./recall.js')
  const answer = await recallRed(red, 'failed_check', input, ports)
  return { ...answer, records: [...records, ...answer.records] }
}

/** Lessons that are not in the store are asked for where they are. */
async function isAnythingKnown(
  { config: { lessons, memory } }: MomentInput,
  { store }: MomentPorts,
): Promise<boolean> {
  if (lessons.storage !== 'store') return true
  if ((await store.list('lesson', { limit: 1 })).length > 0) return true
  return memory.recall && (await store.list('memory', { limit: 1 })).length > 0
}

/** An episode is made when the failure happens: a session that dies has met it, too. */
async function noteRed(
  red: LedgerEpisode,
  { session, now }: MomentInput,
  { store }: MomentPorts,
): Promise<RecordWrite[]> {
  const { sessionId } = session
  const id = episodeId(sessionId, red.key)
  const known = await store.get('episode', id)
  if (known !== null && known.state === 'open') return []
  const { lastRedAt: _, ...told } = red
  const record: Episode = {
    ...told,
    ...known,
    id,
    sessionId,
    weakened: false,
    resolvedBy: null,
    greenStep: null,
    state: 'open',
    startedAt: known?.startedAt ?? now,
    endedAt: null,
  }
  return [{ kind: 'episode', record }]
}
