/**
 * The moment `compaction`: a session whose context was compressed comes in; what restores the
 * thread goes out. Before the compaction it hands over what must survive; after it, at once where
 * the client takes context then, else by a look that waits until the agent is idle. It never
 * interrupts, and where the agent can't be reached it says `no_channel`.
 */
import type { CompactionVerdict } from '../../schema/compaction-verdict.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'
import { noteInteraction } from '../note-interaction.js'
import { readCompactionFacts } from './compaction-facts.js'
import { decideCompaction } from './decide-compaction.js'
import { dueLook, planCompactionLook } from './plan-look.js'
import { threadLines } from './thread-text.js'

export const compaction: Moment = { name: 'compaction', passive: false, reflect: onCompaction }

/** A look finds the agent at work when its last sign of life is younger than this. */
const BUSY_MS = 1_000

/** The client holds the session up meanwhile, and gives a hook ten seconds: then the rules' word goes out. */
const CLIENT_WAITS_MS = 5_000

async function onCompaction(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  if (!input.config.compaction.enabled) return nothing('compaction_disabled')
  switch (input.event.kind) {
    case 'session-compacting':
      return handOver(input, ports)
    case 'session-compacted':
      return afterCompaction(input, ports)
    case 'session-stopped':
    case 'session-idle-long':
      return look(input, ports)
    default:
      return nothing('not_asked')
  }
}

/** Into the compaction itself, where the client takes it: then nothing has to be repaired. */
async function handOver(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, capabilities } = input
  if (!capabilities.takesContext(event.kind)) return nothing('no_channel')
  const lines = threadLines(await readCompactionFacts(input, ports))
  if (lines.length === 0) return nothing('nothing_to_keep')
  const text = `Keep these facts of the session, they are needed to go on:\n${lines.join('\n')}`
  return { ...nothing('kept'), proposal: { kind: 'context', text } }
}

async function afterCompaction(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { capabilities, watcher, session, now } = input
  if (capabilities.canPromptIdle && watcher !== null) {
    const row = planCompactionLook({ sessionId: session.sessionId, owner: watcher, now, looks: 0 })
    return { ...nothing('look_planned'), records: row === null ? [] : [row] }
  }
  if (!capabilities.takesContext(input.event.kind)) return nothing('no_channel')
  const verdict = await decideCompaction(await readCompactionFacts(input, ports), {
    model: ports.model,
    sessionId: session.sessionId,
    signal: ports.signal,
    timeoutMs: CLIENT_WAITS_MS,
  })
  return answerWith(verdict, 'context', input, ports)
}

async function look(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const looks = dueLook(input.due)
  if (looks === null) return nothing('no_look_due')
  const { event, session, watcher, now } = input
  if (event.kind === 'session-idle-long' && event.idleMs < BUSY_MS && watcher !== null) {
    const row = planCompactionLook({
      sessionId: session.sessionId,
      owner: watcher,
      now,
      looks: looks + 1,
    })
    return { ...nothing('busy'), records: row === null ? [] : [row] }
  }
  const verdict = await decideCompaction(await readCompactionFacts(input, ports), {
    model: ports.model,
    sessionId: session.sessionId,
    signal: ports.signal,
  })
  return answerWith(verdict, 'continue', input, ports)
}

function answerWith(
  verdict: CompactionVerdict,
  way: 'context' | 'continue',
  input: MomentInput,
  ports: MomentPorts,
): Answer {
  const answer: Answer = {
    ...nothing(verdict.action),
    records: [noteInteraction('compaction', describe(verdict), input, ports)],
    fingerprint: `compaction:${input.evidence.totals.compactions}:${verdict.action}`,
  }
  const text = verdict.nudgeMessage
  if (text === null) {
    const isShown = input.config.stop.toasts === 'all'
    return { ...answer, proposal: isShown ? DONE : { kind: 'none', reason: 'complete' } }
  }
  if (way === 'context') return { ...answer, proposal: { kind: 'context', text } }
  const metadata = { by: 'reflectory', moment: 'compaction', action: verdict.action }
  return { ...answer, proposal: { kind: 'continue', text, metadata } }
}

const DONE = {
  kind: 'toast',
  level: 'success',
  text: 'Looks done: nothing was left when the context was compressed',
} as const

const describe = ({ action, confidence, why, judge }: CompactionVerdict): string =>
  `${action} (${confidence}, ${judge}): ${why}`
