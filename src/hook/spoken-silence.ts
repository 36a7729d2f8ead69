import { own } from '../util/own.js'

/** Clients that take an empty answer for a broken one, with the nothing that they want to hear. */
const SPOKEN: Readonly<Record<string, string>> = { codex: '{}' }

/** What a hook says when it has nothing to say, before the agent is loaded. */
export const silenceOf = (agentId: string): string => own(SPOKEN, agentId) ?? ''
