import { asList, asRecord, asText } from '../../util/loose-json.js'

/** How a session stands at its end. */
export interface SessionEnd {
  /** The id of its last message; null when there is none. */
  messageId: string | null
  /** The agent's last text. */
  text: string | null
  /** What its last message failed with. */
  error: string | null
  /** Its last message is the agent's, and whole; if not, the agent has not come to an end. */
  isWhole: boolean
  /** Its last message is the client's summary of a compaction. */
  isSummary: boolean
  /** The human asked the agent that only plans. */
  isPlan: boolean
  /** What set the last compaction off. */
  trigger: 'auto' | 'manual' | 'unknown'
}

/** Reads the end of `{info, messages}` as the plugin hands it over; tolerant of everything else. */
export function readEnd(transcript: unknown): SessionEnd {
  const messages = asList(asRecord(transcript)['messages']).map(asRecord)
  const infos = messages.map((message) => asRecord(message['info']))
  const last = infos.at(-1) ?? {}
  const agentAt = infos.findLastIndex(({ role }) => role === 'assistant')
  const isLast = agentAt === infos.length - 1
  return {
    messageId: asText(last['id']),
    text: agentAt === -1 ? null : textOf(messages[agentAt]!),
    error: isLast ? asText(asRecord(last['error'])['name']) : null,
    isWhole: isLast && (last['error'] !== undefined || isCompleted(last)),
    isSummary: isLast && (last['summary'] === true || last['mode'] === 'compaction'),
    isPlan: infos.findLast(({ role }) => role === 'user')?.['agent'] === 'plan',
    trigger: triggerOf(messages),
  }
}

const isCompleted = ({ time }: Record<string, unknown>): boolean =>
  asRecord(time)['completed'] !== undefined

function textOf(message: Record<string, unknown>): string | null {
  const texts = asList(message['parts'])
    .map(asRecord)
    .filter((part) => part['type'] === 'text')
    .map((part) => asText(part['text']) ?? '')
  const text = texts.join('\n').trim()
  return text === '' ? null : text
}

function triggerOf(messages: readonly Record<string, unknown>[]): SessionEnd['trigger'] {
  const part = messages
    .flatMap((message) => asList(message['parts']).map(asRecord))
    .findLast(({ type }) => type === 'compaction')
  return part === undefined ? 'unknown' : part['auto'] === true ? 'auto' : 'manual'
}
