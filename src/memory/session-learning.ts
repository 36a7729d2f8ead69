/** What a session met and was told: its red checks and its recalls come out of the store, in words. */
import { readableError } from '../read/output/readable-error.js'
import type { SessionEpisode, SessionRecall } from '../schema/api/session.js'
import type { Episode } from '../schema/episode.js'
import type { Recall } from '../schema/recall.js'
import type { Store } from '../store.js'
import { hasWords } from '../util/has-words.js'
import { oneLine } from '../util/one-line.js'
import { describeWay } from './recall/describe-facts.js'
import { factsLessonId } from './recall/lesson-items.js'

export interface SessionLearning {
  episodes: SessionEpisode[]
  recalls: SessionRecall[]
}

type Rows = Pick<Store, 'get' | 'list'>

const MAX_ROWS = 50
const MAX_CHARS = 240

/** The newest of each, oldest first. */
export async function readSessionLearning(
  store: Rows,
  sessionId: string,
): Promise<SessionLearning> {
  const episodes = await store.list('episode', { sessionId, limit: MAX_ROWS })
  const recalls = await store.list('recall', { sessionId, limit: MAX_ROWS })
  return {
    episodes: await Promise.all(episodes.toReversed().map((one) => tellEpisode(one, store))),
    recalls: await Promise.all(recalls.toReversed().map((one) => tellRecall(one, store))),
  }
}

async function tellEpisode(episode: Episode, store: Rows): Promise<SessionEpisode> {
  const { id, check, state, startedAt } = episode
  const lesson = await store.get('lesson', factsLessonId(episode.key))
  return {
    id,
    check,
    state,
    red: describeRed(episode),
    ended: describeEnd(episode),
    startedAt,
    lessonId: lesson?.id ?? null,
  }
}

function describeRed({ tests, error }: Episode): string {
  const [first = error?.file ?? null] = tests
  const where = [
    ...(first === null ? [] : [first]),
    ...(tests.length > 1 ? [`and ${tests.length - 1} more`] : []),
  ].join(' ')
  const said = error !== null && hasWords(error.message) ? readableError(error) : null
  const what = [error?.class, error?.code, said].filter((it) => it != null && it !== '')
  return oneLine([where, what.join(' ')].filter((it) => it !== '').join(': '), MAX_CHARS)
}

function describeEnd(episode: Episode): string {
  const { state, weakened, resolvedBy, attempts } = episode
  const tries = triesOf(episode)
  const after = tries > 1 ? `, after ${tries} attempts` : ''
  if (weakened) return `It became green with a weaker check, so it does not count as fixed${after}.`
  const isRunOnce = state === 'abandoned' && attempts === 1
  if (resolvedBy === null && isRunOnce) return 'It was not run again.'
  if (resolvedBy === null) return state === 'open' ? `It is red${after}.` : `It stayed red${after}.`
  const way = describeWay({ ...resolvedBy, isCut: false, goneIn: null })
  return `${way.charAt(0).toUpperCase()}${way.slice(1)}${after}.`
}

/** Changes after which it was run again; a run without one is no attempt. */
const triesOf = ({ tried, resolvedBy }: Episode): number =>
  tried.filter(({ files, commands }) => files.length + commands.length > 0).length +
  (resolvedBy === null || resolvedBy.files.length + resolvedBy.commands.length === 0 ? 0 : 1)

async function tellRecall(recall: Recall, store: Rows): Promise<SessionRecall> {
  const { id, turn, moment, item, because, arm, at, exposureId } = recall
  const exposure = exposureId === null ? null : await store.get('exposure', exposureId)
  const text = recall.text ?? (await textOf(item, store))
  return {
    id,
    turn,
    item,
    occasion: `${MOMENTS[moment]}, ${REASONS[because]}`,
    arm,
    at,
    text: text === null ? null : oneLine(text, MAX_CHARS),
    outcome: exposure?.outcome ?? null,
  }
}

const MOMENTS: Readonly<Record<Recall['moment'], string>> = {
  failed_check: 'when a check failed',
  prompt: 'at a prompt',
  session_start: 'at the start',
  sent_back: 'with a push',
  compaction: 'after a compaction',
  asked: 'when the agent asked',
}

const REASONS: Readonly<Record<Recall['because'], string>> = {
  check: 'same check',
  test: 'same test',
  file: 'same file',
  error: 'same error',
  // A prompt that names its subject is enough, also in the plural: the words need not be the same.
  words: 'about the same',
  code: 'a rule for code that is written here',
  always: 'always told',
}

async function textOf({ kind, id }: Recall['item'], store: Rows): Promise<string | null> {
  switch (kind) {
    case 'lesson':
      return (await store.get('lesson', id))?.lesson.analysis ?? null
    case 'memory':
      return (await store.get('memory', id))?.text ?? null
    case 'self_line':
      return (await store.get('self_line', id))?.statement ?? null
    case 'episode':
      return (await store.get('episode', id))?.check ?? null
    case 'skill':
      return id
  }
}
