/**
 * Recall in a client's session: at a prompt, what earlier sessions left behind about it; behind a check
 * that failed, and with a push, what they know about that check; before a compaction, what this session
 * was shown and still holds. As context, or with what another moment says; silence when nothing is
 * relevant.
 */
import { nothingTracked } from '../../read/repository/tracked-files.js'
import { FAILED_CHECK_CHARS, recall as recallItems, recallAgain } from '../../memory/recall.js'
import type { RecallSource, RecallSubject } from '../../memory/recall/recall-item.js'
import {
  readGreen,
  readSeen,
  recallRecords,
  sessionArm,
} from '../../memory/recall/recall-records.js'
import type { Because } from '../../memory/recall/relevance.js'
import { runsNothing } from '../../memory/recall/runs-nothing.js'
import { recallSources } from '../../memory/recall/sources.js'
import { subjectOfRed } from '../../memory/recall/subject-of-red.js'
import { subjectOfText } from '../../memory/recall/subject-of-text.js'
import type { AgentEvent, AgentEventOf } from '../../schema/agent-event.js'
import type { LedgerEpisode } from '../../schema/evidence.js'
import type { Recall } from '../../schema/recall.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Store } from '../../store.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { openSessionStorage } from './session-storage.js'
import { sessionTask } from './session-task.js'

export const recall: Moment = { name: 'recall', passive: false, reflect: remind }

async function remind(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, config, mode, capabilities } = input
  const isOn = config.lessons.enabled || config.memory.recall
  if (!isOn || mode !== 'solo' || !capabilities.takesContext(event.kind)) return nothing('logged')
  if (event.kind === 'session-compacting') return remindAgain(input, ports)
  if (event.kind !== 'prompt-submitted' || event.origin !== 'human') return nothing('logged')
  return remindAtPrompt(event, input, ports)
}

async function remindAtPrompt(
  event: AgentEventOf<'prompt-submitted'>,
  input: MomentInput,
  ports: MomentPorts,
): Promise<Answer> {
  const { sessionId } = input.session
  const open = await ports.store.list('episode', { sessionId, state: 'open' })
  const keys = open.map(({ key }) => key)
  return answerWith(
    await recallFor(subjectOfText(event.text, keys), {
      input,
      ports,
      moment: 'prompt',
      reasons: ['check', 'test', 'file', 'error', 'words', 'code'],
      maxChars: input.config.recall.maxChars,
      said: event.text,
    }),
    input,
  )
}

/** What is known about checks that are red now. */
export async function recallRed(
  red: readonly LedgerEpisode[],
  moment: Extract<Recall['moment'], 'failed_check' | 'sent_back'>,
  input: MomentInput,
  ports: MomentPorts,
): Promise<Answer> {
  const subject = subjectOfRed(red)
  const isInTurn = moment === 'failed_check'
  return answerWith(
    await recallFor(subject, {
      input,
      ports,
      moment,
      reasons: ['check', 'test', 'error'],
      maxChars: isInTurn ? FAILED_CHECK_CHARS : input.config.recall.maxChars,
      said: await lastPrompt(ports.store, input.session.sessionId),
    }),
    input,
  )
}

interface RecallForInput {
  input: MomentInput
  ports: MomentPorts
  moment: Recall['moment']
  reasons: readonly Because[]
  maxChars: number
  /** The human's last message. */
  said: string
}

interface Found {
  text: string
  records: RecordWrite[]
}

async function recallFor(
  subject: RecallSubject,
  { input, ports, moment, reasons, maxChars, said }: RecallForInput,
): Promise<Found> {
  const { session, config, now } = input
  const { sessionId, turn } = session
  const { text, decisions } = await recallItems(subject, sourcesOf(input, ports), {
    maxItems: config.lessons.maxReflectionsPerRetry,
    maxChars,
    reasons,
    seen: await readSeen(ports.store, sessionId),
    green: await readGreen(ports.store, sessionId),
    runsNothing: runsNothing(said),
    armOf: sessionArm(sessionId, config.lessons.holdout),
  })
  const { taskId } = sessionTask(input, ports)
  return { text, records: recallRecords(decisions, { sessionId, taskId, turn, moment, now }) }
}

/** The context is about to be compressed: what it was told and what still holds goes on. */
async function remindAgain(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { session, config, evidence } = input
  const { sessionId } = session
  const shown = await ports.store.list('recall', { sessionId, state: 'shown' })
  if (shown.length === 0) return nothing('logged')
  const items = shown.map(({ item }) => item)
  const text = await recallAgain(items, sourcesOf(input, ports), {
    maxItems: config.lessons.maxReflectionsPerRetry,
    maxChars: config.recall.maxChars,
    green: new Set([
      ...(await readGreen(ports.store, sessionId)),
      // Since the last stop a run may have shown it that no hook was called for.
      ...evidence.episodes.filter(({ state }) => state === 'resolved').map(({ key }) => key),
    ]),
    runsNothing: runsNothing(evidence.request.messages.at(-1)?.text ?? ''),
  })
  return answerWith({ text, records: [] }, input)
}

function sourcesOf(input: MomentInput, ports: MomentPorts): RecallSource[] {
  const { projectRoot, sessionId } = input.session
  const tracked = projectRoot === null ? undefined : ports.openTracked?.(projectRoot)
  return recallSources({
    storage: input.config.lessons.enabled ? openSessionStorage(input, ports).storage : null,
    tracked: tracked ?? nothingTracked,
    sessionId,
    taskId: sessionTask(input, ports).taskId,
    memory: input.config.memory.recall ? ports.store : null,
  })
}

async function lastPrompt(store: Store, sessionId: string): Promise<string> {
  const [last] = await store.readEvents({
    sessionId,
    kinds: ['agent.prompt-submitted'],
    order: 'newest',
    limit: 1,
  })
  const event = last?.body as AgentEvent | undefined
  return event?.kind === 'prompt-submitted' ? event.text : ''
}

function answerWith({ text, records }: Found, { earlier, event }: MomentInput): Answer {
  if (text === '') return { ...nothing(records.length === 0 ? 'logged' : 'held_out'), records }
  const isTold = earlier?.some(({ proposal }) => proposal.kind === 'context') ?? false
  if (isTold || event.kind === 'attempt-failed')
    return { ...nothing('recalled'), rider: { text, records } }
  return { ...nothing('recalled'), proposal: { kind: 'context', text }, ifSent: records }
}
