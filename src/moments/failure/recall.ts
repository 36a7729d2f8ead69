import { drawExposures } from '../../memory/exposures.js'
import { recallLessons } from '../../memory/recall.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { formatLessons } from './format.js'
import { openSessionStorage } from './session-storage.js'
import { sessionTask } from './session-task.js'

/**
 * A piece of work begins, or its context is about to be compressed: the lessons that are about it, as
 * context, or with the context that another moment gives; silence when none is.
 */
export const recall: Moment = { name: 'recall', passive: false, reflect: remind }

async function remind(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, evidence, session, config, mode, capabilities, now } = input
  const text = textOf(input)
  if (!config.lessons.enabled || mode !== 'solo' || text === null) return nothing('logged')
  // Held back or shown: a lesson that can't arrive takes no part in the count.
  if (!capabilities.takesContext(event.kind)) return nothing('no_channel')
  const { storage } = openSessionStorage(input, ports)
  const { taskId, subtaskId, nextAttempt } = sessionTask(input, ports)
  const lessons = await recallLessons(storage, {
    taskId,
    subtaskId: event.kind === 'session-compacting' ? subtaskId : null,
    text,
    files: evidence.repository?.filesChanged ?? [],
    limit: config.lessons.maxReflectionsPerRetry,
  })
  if (lessons.length === 0) return nothing('logged')
  const { shown, exposures } = drawExposures({
    lessons,
    sessionId: session.sessionId,
    taskId,
    turn: session.turn,
    attemptKey: nextAttempt,
    holdout: config.lessons.holdout,
    now,
  })
  const section = formatLessons(shown)
  const records = exposures.map((record): RecordWrite => ({ kind: 'exposure', record }))
  if (section === '') return { ...nothing('held_out'), records }
  const isTold = input.earlier?.some(({ proposal }) => proposal.kind === 'context') ?? false
  if (isTold) return { ...nothing('recalled'), rider: { text: section, records } }
  const proposal = { kind: 'context' as const, text: section }
  return { ...nothing('recalled'), proposal, ifSent: records }
}

/** What the work is about; null when nobody began any. */
function textOf({ event, evidence }: MomentInput): string | null {
  if (event.kind === 'session-compacting') {
    return evidence.request.messages.map(({ text }) => text).join('\n')
  }
  if (event.kind === 'prompt-submitted') return event.origin === 'human' ? event.text : null
  if (event.kind !== 'session-started') return null
  return event.source === 'startup' || event.source === 'resume' ? '' : null
}
