import { own } from '../util/own.js'

type Env = Readonly<Record<string, string | undefined>>

/** Clients that can be woken later, and how they say that a person sits at the session. */
const ATTENDED: Readonly<Record<string, (env: Env) => boolean>> = {
  // Without a person the client waits for the hook that would wake it, and the answer never comes.
  'claude-code': (env) => env['CLAUDE_CODE_SESSION_ATTENDED'] === '1',
}

/** Whether this session may be woken after it stopped. */
export const isWakeable = (agentId: string, env: Env): boolean =>
  own(ATTENDED, agentId)?.(env) ?? false
