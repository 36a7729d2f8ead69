import { existsSync } from 'node:fs'
import path from 'node:path'
import type { LogEvent } from '../../../src/schema/log-event.js'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import type { OpenedClient } from '../frame/open-client.js'
import type { OpencodeMessage, OpencodeServer } from './serve.js'

/**
 * How the guard settled a session's events of one kind, in order: what went out, or why nothing did.
 * One that is still being judged is `open`.
 */
export async function outcomes(
  opened: OpenedClient,
  sessionId: string,
  kind: string,
): Promise<string[]> {
  const log = await readLog(opened, sessionId)
  const told = log.filter((event) => event.kind === `agent.${kind}`)
  return told.map(({ body }) => {
    const { id } = body as { id: string }
    const answer = log.find(({ body }) => (body as { eventId?: string }).eventId === id)
    const { reason, action } = (answer?.body ?? {}) as {
      reason?: string
      action?: { kind: string }
    }
    return reason ?? action?.kind ?? 'open'
  })
}

async function readLog({ stateDir }: OpenedClient, sessionId: string): Promise<LogEvent[]> {
  const file = path.join(stateDir() ?? '', 'reflectory.db')
  if (!existsSync(file)) return []
  const store = await openSqliteStore(file)
  try {
    return await store.readEvents({ sessionId, limit: 1000 })
  } finally {
    await store.close()
  }
}

const PATIENCE_MS = 60_000

/** Asks until the answer fits; fails, with the last answer, when it takes too long. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T>,
  fits: (value: T) => boolean,
): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const value = await ask()
    if (fits(value)) return value
    if (Date.now() > deadline) throw new Error(`never: ${what}; last: ${JSON.stringify(value)}`)
    await new Promise((resolve) => void setTimeout(resolve, 200))
  }
}

export const isSettled = (ends: readonly string[]): boolean =>
  ends.length > 0 && !ends.includes('open')

/** The texts in a session that are marked as ours. */
export const ourTexts = (messages: readonly OpencodeMessage[]): string[] =>
  messages
    .flatMap(({ parts }) => parts)
    .filter(({ metadata }) => (metadata as { reflection?: unknown } | undefined)?.reflection)
    .map(({ text }) => String(text))

/** All that the agent said, in order. */
export const saidIn = (messages: readonly OpencodeMessage[]): string =>
  messages
    .filter(({ info }) => info['role'] === 'assistant')
    .flatMap(({ parts }) => parts)
    .filter(({ type }) => type === 'text')
    .map(({ text }) => String(text))
    .join('\n')

/** Toasts that the client was told to show. */
export const toasts = ({ events }: Pick<OpencodeServer, 'events'>): string[] =>
  events
    .filter(({ type }) => type === 'tui.toast.show')
    .map(({ properties }) => `${String(properties['variant'])}: ${String(properties['message'])}`)
