import type { Agent } from '../agent.js'
import { encodeReply, takesContext } from './hook-reply.js'
import type { ReplyForm } from './hook-reply.js'

/** What differs among clients that start a hook per event and read one reply of it. */
export interface HookAgent
  extends
    Pick<
      Agent,
      | 'id'
      | 'traces'
      | 'decode'
      | 'transcriptRoots'
      | 'sessionFolders'
      | 'hasCaughtUp'
      | 'findInterrupt'
      | 'loadPermits'
    >,
    Required<Pick<Agent, 'loadTranscriptReader' | 'loadInstaller'>> {
  /** @default null: the client has no cap */
  maxContinuations?: number | null
  reply: ReplyForm
}

/** A client whose hooks answer in the form that several clients share. */
export function hookAgent({ maxContinuations = null, reply, ...agent }: HookAgent): Agent {
  return {
    ...agent,
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
