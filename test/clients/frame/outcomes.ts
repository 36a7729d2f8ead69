import { existsSync } from 'node:fs'
import path from 'node:path'
import type { LogEvent } from '../../../src/schema/log-event.js'
import { openSqliteStore } from '../../../src/store/sqlite.js'
import type { OpenedClient } from './open-client.js'

/**
 * How the guard settled events of one kind, of one session or of all, in order: what went out, or why nothing did.
 * One that is still being judged is `open`.
 */
export async function outcomes(
  opened: OpenedClient,
  kind: string,
  sessionId?: string,
): Promise<string[]> {
  const log = await readLog(opened, sessionId)
  const told = log.filter((event) => event.kind === `agent.${kind}`)
  return told.map(({ body }) => {
    const { id } = body as { id: string }
    const answer = log.find(({ body }) => (body as { eventId?: string }).eventId === id)
    const { reason, action } = (answer?.body ?? {}) as {
      reason?: string
      action?: { kind: string; reason?: string }
    }
    return reason ?? action?.reason ?? action?.kind ?? 'open'
  })
}

export const isSettled = (ends: readonly string[]): boolean =>
  ends.length > 0 && !ends.includes('open')

export async function readLog({ stateDir }: OpenedClient, sessionId?: string): Promise<LogEvent[]> {
  const file = path.join(stateDir() ?? '', 'reflectory.db')
  if (!existsSync(file)) return []
  const store = await openSqliteStore(file)
  try {
    return await store.readEvents({
      limit: 1000,
      ...(sessionId === undefined ? {} : { sessionId }),
    })
  } finally {
    await store.close()
  }
}
