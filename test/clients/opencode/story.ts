import { readdirSync } from 'node:fs'
import path from 'node:path'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import type { LogEvent } from '../../../src/schema/log-event.js'
import type { OpencodeHome, OpencodeMessage, OpencodeServer } from './open-opencode.js'

/** The log of the project's store, oldest first; empty while there is none. */
export async function readLog({ env }: OpencodeHome, sessionId: string): Promise<LogEvent[]> {
  const folder = path.join(env['XDG_STATE_HOME']!, 'reflectory')
  const names = list(folder).filter((name) =>
    list(path.join(folder, name)).includes('reflectory.db'),
  )
  if (names.length === 0) return []
  const store = await openSqliteStore(path.join(folder, names[0]!, 'reflectory.db'))
  try {
    return await store.readEvents({ sessionId, limit: 1000 })
  } finally {
    await store.close()
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

/** Asks until the answer is there; fails, with the last answer, when it takes too long. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T>,
  isThere: (value: T) => boolean,
  ms = 45_000,
): Promise<T> {
  const deadline = Date.now() + ms
  for (;;) {
    const value = await ask()
    if (isThere(value)) return value
    if (Date.now() > deadline) throw new Error(`never: ${what}; last: ${JSON.stringify(value)}`)
    await new Promise((resolve) => void setTimeout(resolve, 100))
  }
}

/** How the guard settled the session's events of one kind, in order. */
export function outcomes(log: readonly LogEvent[], kind: string): string[] {
  const told = log.filter((event) => event.kind === `agent.${kind}`)
  return told.map(({ body }) => {
    const { id } = body as { id: string }
    const answer = log.find(({ body }) => (body as { eventId?: string }).eventId === id)
    const { reason, action } = (answer?.body ?? {}) as {
      reason?: string
      action?: { kind: string; reason?: string }
    }
    return reason ?? (action?.kind === 'none' ? `none: ${action.reason}` : action?.kind) ?? 'open'
  })
}

/** The texts in a session that are marked as ours. */
export const ourTexts = (messages: readonly OpencodeMessage[]): string[] =>
  messages
    .flatMap(({ parts }) => parts)
    .filter(({ metadata }) => (metadata as { reflection?: unknown } | undefined)?.reflection)
    .map(({ text }) => String(text))

export const lastText = (messages: readonly OpencodeMessage[]): string =>
  String(messages.at(-1)?.parts.findLast(({ type }) => type === 'text')?.['text'] ?? '')

/** Toasts that the client was told to show. */
export const toasts = ({ events }: Pick<OpencodeServer, 'events'>): string[] =>
  events
    .filter(({ type }) => type === 'tui.toast.show')
    .map(({ properties }) => `${String(properties['variant'])}: ${String(properties['message'])}`)
