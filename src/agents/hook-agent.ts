import type { Agent } from '../agent.js'
import { decodeHook } from './hook-payload.js'
import type { HookForm } from './hook-payload.js'
import { encodeReply, takesContext } from './hook-reply.js'
import type { ReplyForm } from './hook-reply.js'

/** What differs among clients that start a hook per event and read one reply of it. */
export interface HookAgent
  extends
    Pick<
      Agent,
      | 'id'
      | 'traces'
      | 'transcriptRoots'
      | 'sessionFolders'
      | 'hasCaughtUp'
      | 'findInterrupt'
      | 'loadPermits'
    >,
    Required<Pick<Agent, 'loadTranscriptReader' | 'loadInstaller'>>,
    HookForm {
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
  ...agent
}: HookAgent): Agent {
  const form: HookForm = { events, ...(toShared && { toShared }) }
  return {
    ...agent,
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
