import type { GuardBodies } from '../../guard/guard-event.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { EventItem } from '../../schema/api/log.js'
import { hostEventBodies } from '../../schema/host-event.js'
import type { HostEventBody, HostEventKind } from '../../schema/host-event.js'
import type { LogEvent } from '../../schema/log-event.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { own } from '../../util/own.js'

const MAX_SUMMARY = 200

type EventWords = Pick<EventItem, 'summary' | 'tone'>

/** A line of the log as a feed shows it: one sentence, and how much it wants to be seen. */
export function toEventItem({ id, at, kind, sessionId, body }: LogEvent): EventItem {
  const { summary, tone } = describe(kind, body)
  return { id, at, kind, sessionId, summary: oneLine(summary, MAX_SUMMARY), tone }
}

function describe(kind: string, body: unknown): EventWords {
  if (kind.startsWith('agent.')) return describeAgent(body as AgentEvent)
  if (kind.startsWith('guard.')) return describeGuard(kind, body)
  if (kind.startsWith('record.')) {
    const { id, removed } = body as { id: string; removed?: true }
    return quiet(`${kind.slice('record.'.length)} ${id}${removed ? ' removed' : ''}`)
  }
  return describeHost(kind, body)
}

function describeAgent(event: AgentEvent): EventWords {
  switch (event.kind) {
    case 'prompt-submitted':
      return { summary: `${event.origin}: ${event.text}`, tone: 'normal' }
    case 'tool-finished':
      return event.failed
        ? { summary: `${event.tool} failed`, tone: 'warning' }
        : quiet(`${event.tool} finished`)
    case 'session-stopped':
      return { summary: `stopped: ${event.lastMessage ?? 'without a message'}`, tone: 'normal' }
    case 'session-errored':
      return { summary: event.error, tone: 'bad' }
    case 'session-aborted':
      return { summary: 'aborted by the human', tone: 'warning' }
    case 'session-ended':
      return quiet(`ended: ${event.reason}`)
    default:
      return quiet(event.kind.replaceAll('-', ' '))
  }
}

function describeGuard(kind: string, body: unknown): EventWords {
  if (kind === 'guard.closed') {
    return quiet(`not judged: ${(body as GuardBodies['guard.closed']).reason}`)
  }
  if (kind !== 'guard.settled') return quiet(kind.slice('guard.'.length))
  const { action } = body as GuardBodies['guard.settled']
  if (action.kind === 'none') return quiet(`nothing sent: ${action.reason}`)
  if (action.kind === 'continue') return { summary: `sent back: ${action.text}`, tone: 'warning' }
  if (action.kind === 'error') return { summary: action.text, tone: 'bad' }
  const isGood = action.kind === 'toast' && action.level === 'success'
  return { summary: action.text, tone: isGood ? 'good' : 'normal' }
}

type HostTeller = {
  [K in HostEventKind]: (body: HostEventBody<K>) => EventWords
}

const normal = (summary: string): EventWords => ({ summary, tone: 'normal' })
const good = (summary: string): EventWords => ({ summary, tone: 'good' })
const bad = (summary: string): EventWords => ({ summary, tone: 'bad' })
const worker = ({ task_id }: { task_id: string | null }): string =>
  task_id === null ? 'the cycle’s own session' : `task ${task_id}`
const because = (reason: string | null): string => (reason ? `: ${reason}` : '')
const words = (name: string): string => name.replaceAll(/[._-]+/g, ' ')

const HOST: HostTeller = {
  'sub_session.started': (body) => normal(`${worker(body)} began a run`),
  'sub_session.completed': (body) => good(`${worker(body)} completed its run`),
  'sub_session.failed': (body) => bad(`${worker(body)} failed${because(body.error)}`),
  'sub_session.timeout': (body) => bad(`${worker(body)} took too long${because(body.error)}`),
  'sub_session.interrupted': (body) =>
    normal(`${worker(body)} was interrupted: its process was lost`),
  'sub_session.stopped': (body) => normal(`${worker(body)} was given up and rescheduled`),
  'task.added': ({ task_id }) => normal(`task ${task_id} was added`),
  'task.removed': ({ task_id }) => normal(`task ${task_id} was removed`),
  'task.paused': ({ task_id, reason }) => bad(`task ${task_id} was paused${because(reason)}`),
  'task.resumed': ({ task_id, reason }) => good(`task ${task_id} goes on${because(reason)}`),
  'reflection.finding': ({ rule, subject_id }) => normal(`found at ${subject_id}: ${words(rule)}`),
  'reflection.resolved': ({ rule, subject_id }) => good(`settled at ${subject_id}: ${words(rule)}`),
  'reflection.batch': () => normal('the cycle takes the latest runs for analysis'),
  'reflection.analysis_completed': ({ findings_count, actions_recommended }) =>
    normal(
      `the cycle looked at ${count(findings_count, 'finding')} and recommends ${count(actions_recommended, 'change')}`,
    ),
  'reflection.skill_flagged': ({ skill_name, failure_count }) =>
    normal(`skill ${skill_name} was flagged after ${count(failure_count, 'failure')}`),
  'reflection.skill_state': ({ skill_name, state, by, reason }) =>
    normal(`skill ${skill_name} is ${words(state)} (${by}: ${reason})`),
  'reflection.skill_changed': ({ skill_name, state }) =>
    normal(`a change of skill ${skill_name} is ${words(state)}`),
}

const OTHERS: Readonly<Record<string, string>> = {
  'cycle.change': 'the cycle dealt with a change that it recommends',
  'cycle.skill-age': 'the cycle looked for skills that are no longer read',
  'cycle.no-model': 'the cycle has no model for its analysis',
}

/** A body that does not fit its kind is told by the kind alone. */
function describeHost(kind: string, body: unknown): EventWords {
  const tell = own(HOST, kind) as ((body: unknown) => EventWords) | undefined
  const contract = own(hostEventBodies, kind)
  if (tell !== undefined && contract?.safeParse(body).success === true) return tell(body)
  return normal(own(OTHERS, kind) ?? words(kind))
}

const quiet = (summary: string): EventWords => ({ summary, tone: 'quiet' })
