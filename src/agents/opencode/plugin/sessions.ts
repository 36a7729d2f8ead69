import type { OpencodeClient, SessionInfo } from './client.js'

/** What the plugin knows of the client's sessions: who started them, and which are our own. */
export interface Sessions {
  /** Takes note of a session; what it says of itself is final. */
  learn(session: string, info: SessionInfo | undefined): void
  addOwn(session: string): void
  /** Sessions in which we ask the client's model are not the user's work. */
  isOwn(session: string): boolean
  parentOf(session: string): Promise<string | null>
}

export function openSessions(client: OpencodeClient): Sessions {
  const parents = new Map<string, string | null>()
  const own = new Set<string>()

  function learn(session: string, info: SessionInfo | undefined): void {
    if (info?.metadata?.['reflection'] !== undefined) own.add(session)
    parents.set(session, info?.parentID ?? null)
  }

  return {
    learn,
    addOwn: (session) => void own.add(session),
    isOwn: (session) => own.has(session),
    async parentOf(session) {
      if (!parents.has(session)) {
        learn(session, (await client.session.get({ path: { id: session } })).data)
      }
      return parents.get(session) ?? null
    },
  }
}
