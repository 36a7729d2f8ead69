import { own } from '../util/own.js'

type Env = Readonly<Record<string, string | undefined>>

/** The variable by which a client says that a person sits at the session (1) or none does (0). */
const VARIABLES: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_CODE_SESSION_ATTENDED',
}

/** Whether a person sits at this session; null when the client does not say. */
export function isAttended(agentId: string, env: Env): boolean | null {
  const said = env[own(VARIABLES, agentId) ?? '']
  return said === '1' ? true : said === '0' ? false : null
}

/**
 * Whether this session may be woken after it stopped. Without a person the client waits for the hook
 * that would wake it, and the answer never comes.
 */
export const isWakeable = (agentId: string, env: Env): boolean => isAttended(agentId, env) === true
