import type { GuardBodies } from '../../guard/guard-event.js'
import type { AgentEvent } from '../../schema/agent-event.js'
import type { EventItem } from '../../schema/api/log.js'
import type { LogEvent } from '../../schema/log-event.js'
import { oneLine } from '../../util/one-line.js'

const MAX_SUMMARY = 200

type Told = Pick<EventItem, 'summary' | 'tone'>

/** A line of the log as a feed shows it: one sentence, and how much it wants to be seen. */
export function toEventItem({ id, at, kind, sessionId, body }: LogEvent): EventItem {
  const { summary, tone } = describe(kind, body)
  return { id, at, kind, sessionId, summary: oneLine(summary, MAX_SUMMARY), tone }
}

function describe(kind: string, body: unknown): Told {
  if (kind.startsWith('agent.')) return describeAgent(body as AgentEvent)
  if (kind.startsWith('guard.')) return describeGuard(kind, body)
  if (kind.startsWith('record.')) {
    const { id, removed } = body as { id: string; removed?: true }
    return quiet(`${kind.slice('record.'.length)} ${id}${removed ? ' removed' : ''}`)
  }
  return describeHost(kind, body as Readonly<Record<string, unknown>>)
}

function describeAgent(event: AgentEvent): Told {
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

function describeGuard(kind: string, body: unknown): Told {
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

const BAD = new Set(['sub_session.failed', 'sub_session.timeout', 'task.paused'])
const GOOD = new Set(['sub_session.completed', 'reflection.resolved', 'task.resumed'])

function describeHost(kind: string, body: Readonly<Record<string, unknown>>): Told {
  const words = ['rule', 'task_id', 'subject_id', 'skill_name', 'state', 'reason', 'error']
    .map((name) => body?.[name])
    .filter((value) => typeof value === 'string' && value !== '')
  const tone = BAD.has(kind) ? 'bad' : GOOD.has(kind) ? 'good' : 'normal'
  return { summary: words.length === 0 ? kind : words.join(' · '), tone }
}

const quiet = (summary: string): Told => ({ summary, tone: 'quiet' })
