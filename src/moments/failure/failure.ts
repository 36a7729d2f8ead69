/**
 * The moment `failure`: an attempt of a session ended with a red test, build or claim. What earlier
 * sessions know about that check goes along with whatever tells the agent to go on. A model, where one
 * is configured, writes down why it failed: prose, which stays with its session unless a person pins it.
 * It never pushes by itself.
 */
import { drawExposures } from '../../memory/exposures.js'
import type { FailureContext } from '../../schema/failure-context.js'
import type { LessonRow } from '../../schema/lesson.js'
import type { RecordWrite } from '../../schema/records.js'
import { shortHash } from '../../util/loose-json.js'
import { findAttemptFailure } from '../attempt-failure.js'
import type { Answer, Moment, MomentInput, MomentPorts, Rider } from '../moment.js'
import { nothing } from '../moment.js'
import { describeFailure } from './describe-failure.js'
import { formatLessons } from './format.js'
import { generateLesson } from './generate.js'
import { recallRed } from './recall.js'
import { openSessionStorage } from './session-storage.js'
import { sessionTask } from './session-task.js'
import { toFailureContext } from './to-failure-context.js'

export const failure: Moment = { name: 'failure', passive: false, reflect: learn }

async function learn(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { lessons } = input.config
  if (!lessons.enabled) return nothing('lessons_disabled')
  const context = toContext(input, ports)
  if (context === null) return nothing('nothing_red')
  const written = await writeDown(context, input, ports)
  if (input.mode !== 'solo') return { ...nothing('learned'), records: written.records }
  const red = input.evidence.episodes.filter(({ state }) => state === 'open')
  const known = await recallRed(red, 'sent_back', input, ports)
  const rider = joined([known.rider, written.rider])
  const records = [...known.records, ...written.records]
  return { ...nothing('learned'), records, ...(rider === null ? {} : { rider }) }
}

interface Written {
  records: RecordWrite[]
  rider?: Rider
}

/** A model's prose on why; without a model, or when it failed, nothing is made up. */
async function writeDown(
  context: FailureContext,
  input: MomentInput,
  ports: MomentPorts,
): Promise<Written> {
  if (ports.model === null) return { records: [] }
  const { lessons } = input.config
  const { storage, records } = openSessionStorage(input, ports)
  const earlier = await storage.recent(context.subtaskId, lessons.maxReflectionsPerRetry)
  const { row, fallback } = await generateLesson(
    { ...context, previousReflections: earlier.map((it) => it.lesson) },
    {
      model: ports.model,
      timeoutMs: lessons.generationTimeoutMs,
      id: ports.nextId(),
      now: input.now,
      previousTainted: earlier.some((it) => it.tainted),
      signal: ports.signal,
    },
  )
  if (fallback !== null) return { records: [] }
  const learned = withOwnId(row)
  await storage.put([learned])
  const rider = toRider(input, ports, [learned, ...earlier.filter((it) => it.id !== learned.id)])
  return { records: records(), ...(input.mode === 'solo' ? { rider } : {}) }
}

/**
 * Two processes may learn from one attempt at once, neither seeing the other's row: named after the
 * attempt and its failure, the two are one row, whichever transaction comes last.
 */
function withOwnId(row: LessonRow): LessonRow {
  const { subtaskId, attemptNumber } = row.lesson
  const id = `lesson-${shortHash(`${subtaskId}\n${attemptNumber}\n${row.fingerprint}`)}`
  return { ...row, id, lesson: { ...row.lesson, id } }
}

function toContext(input: MomentInput, ports: MomentPorts): FailureContext | null {
  const { event, evidence, session, now } = input
  const found = findAttemptFailure(evidence)
  if (event.kind !== 'attempt-failed' || found === null) return null
  const { taskId, subtaskId } = sessionTask(input, ports)
  const failure = {
    id: event.failureId,
    sessionId: session.sessionId,
    taskId,
    subtaskId,
    subtaskDescription: evidence.request.messages.at(-1)?.text ?? '',
    attemptNumber: Math.max(1, session.attempts + 1),
    ...describeFailure(found, evidence),
    filesModified: evidence.repository?.filesChanged ?? [],
    previousReflections: [],
    createdAt: now,
  }
  return toFailureContext(failure, ports.home ?? '')
}

/** What the retry is shown of the model's: the new lesson, then the turn's earlier ones. */
function toRider(input: MomentInput, ports: MomentPorts, rows: readonly LessonRow[]): Rider {
  const { lessons } = input.config
  const { taskId, nextAttempt } = sessionTask(input, ports)
  const own = rows.filter((row) => row.state === 'active' && !row.transient)
  const { shown, exposures } = drawExposures({
    lessons: own.slice(0, lessons.maxReflectionsPerRetry),
    sessionId: input.session.sessionId,
    taskId,
    turn: input.session.turn,
    attemptKey: nextAttempt,
    holdout: lessons.holdout,
    now: input.now,
  })
  const records = exposures.map((record): RecordWrite => ({ kind: 'exposure', record }))
  return { text: formatLessons(shown), records }
}

function joined(riders: readonly (Rider | undefined)[]): Rider | null {
  const given = riders.filter((rider) => rider !== undefined)
  if (given.length === 0) return null
  const texts = given.map(({ text }) => text).filter((text) => text !== '')
  return { text: texts.join('\n\n'), records: given.flatMap(({ records }) => records) }
}
