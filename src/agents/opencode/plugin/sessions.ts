import type { OpencodeClient, SessionInfo } from './client.js'

export type Sessions = ReturnType<typeof openSessions>

/** What the plugin knows of the client's sessions: who started them, and which are our own. */
export function openSessions(client: OpencodeClient) {
  const parents = new Map<string, string | null>()
  const own = new Set<string>()

  /** Takes note of a session; what it says of itself is final. */
  function learn(session: string, info: SessionInfo | undefined): void {
    if (info?.metadata?.['reflection'] !== undefined) own.add(session)
    parents.set(session, info?.parentID ?? null)
  }

  return {
    learn,
    addOwn: (session: string) => void own.add(session),
    /** Sessions in which we ask the client's model are not the user's work. */
    isOwn: (session: string) => own.has(session),
    async parentOf(session: string): Promise<string | null> {
      if (!parents.has(session)) {
        learn(session, (await client.session.get({ path: { id: session } })).data)
      }
      return parents.get(session) ?? null
    },
  }
}
