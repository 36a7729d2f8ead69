import { own } from '../util/own.js'

type Env = Readonly<Record<string, string | undefined>>

/**
 * Clients that run hooks from another client's settings, by the variable that each sets for a hook. Their
 * payloads and answers are their own, whatever the entry says.
 */
const BORROWED_BY: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'claude-code': { GROK_HOOK_EVENT: 'grok' },
  cursor: { GROK_HOOK_EVENT: 'grok' },
}

/** The client that started this hook, given the one that its entry names. */
export function runningClient(named: string, env: Env): string {
  const borrowers = Object.entries(own(BORROWED_BY, named) ?? {})
  return borrowers.find(([variable]) => env[variable] !== undefined)?.[1] ?? named
}
