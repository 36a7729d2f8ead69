import type { ClientMessage, ResidentMessage } from '../../../schema/resident-message.js'
import type { OpencodeClient } from './client.js'
import { lendModel } from './lend-model.js'
import { readSession } from './read-session.js'
import type { Sessions } from './sessions.js'

type Call = Extract<ResidentMessage, { type: 'call' }>

/** What the resident hook asks of the client: a session's messages, an answer of its model. */
export function openCallAnswers(client: OpencodeClient, sessions: Sessions) {
  /** By number; the session that was made for it, once there is one. */
  const open = new Map<number, string | null>()

  function carryOut(call: Call): Promise<unknown> {
    if (call.name === 'transcript') return readSession(client, call.session)
    return lendModel({
      client,
      session: call.session,
      prompt: call.prompt,
      isCancelled: () => !open.has(call.call),
      onSession(id) {
        sessions.addOwn(id)
        if (open.has(call.call)) open.set(call.call, id)
      },
    })
  }

  return {
    async answer(call: Call): Promise<ClientMessage> {
      open.set(call.call, null)
      try {
        return { type: 'result', call: call.call, value: await carryOut(call) }
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error)
        return { type: 'failed', call: call.call, reason }
      } finally {
        open.delete(call.call)
      }
    },
    async cancel(number: number): Promise<void> {
      const session = open.get(number) ?? null
      open.delete(number)
      if (session !== null) await client.session.abort({ path: { id: session } })
    },
  }
}
