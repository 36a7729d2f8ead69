import { clipSafely } from '../../../safety/clip-safely.js'
import type { OpencodeClient, SessionInfo, SessionMessage } from './client.js'

/** A session as a document: what the transcript reader takes, and little more than it uses. */
export async function readSession(
  client: OpencodeClient,
  id: string,
): Promise<{ info: SessionInfo; messages: SessionMessage[] } | null> {
  const path = { id }
  const [info, messages] = await Promise.all([
    client.session.get({ path }),
    client.session.messages({ path }),
  ])
  if (info.data === undefined || messages.data === undefined) return null
  return shorten({ info: info.data, messages: messages.data }) as {
    info: SessionInfo
    messages: SessionMessage[]
  }
}

const MAX_CHARS = 16_000

/** Attachments and outputs of megabytes would cross the pipe at every stop, unread. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string') return clipSafely(value, MAX_CHARS)
  if (Array.isArray(value)) return value.map(shorten)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shorten(part)]))
}
