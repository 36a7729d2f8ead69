import path from 'node:path'
import type { Agent } from '../agent.js'
import { clientFolder } from './client-folder.js'
import type { ClientId } from './client-folder.js'
import { decodeHook } from './hook-payload.js'
import type { HookForm } from './hook-payload.js'
import { encodeReply, takesContext } from './hook-reply.js'
import type { ReplyForm } from './hook-reply.js'

/** What differs among clients that start a hook per event and read one reply of it. */
export interface HookAgent
  extends
    Pick<Agent, 'traces' | 'sessionFolders' | 'hasCaughtUp' | 'findInterrupt' | 'loadPermits'>,
    Required<Pick<Agent, 'loadTranscriptReader' | 'loadInstaller'>>,
    HookForm {
  id: ClientId
  /** Where its transcripts lie, in its own folder. */
  sessions: readonly string[]
  /** @default null: the client has no cap */
  maxContinuations?: number | null
  reply: ReplyForm
}

/** A client whose hooks answer in the form that several clients share. */
export function hookAgent({
  maxContinuations = null,
  reply,
  events,
  toShared,
  sessions,
  ...agent
}: HookAgent): Agent {
  const form: HookForm = { events, ...(toShared && { toShared }) }
  return {
    ...agent,
    transcriptRoots: (home, env) =>
      sessions.map((name) => path.join(clientFolder(agent.id, { home, env }), name)),
    decode: (raw, context) => decodeHook(agent.id, form, raw, context),
    capabilities: {
      canContinue: true,
      canPromptIdle: false,
      maxContinuations,
      takesContext: (kind) => takesContext(kind, reply),
      hasToasts: reply.hasToasts ?? true,
    },
    encode: (action, event) => encodeReply(action, event, reply),
  }
}
