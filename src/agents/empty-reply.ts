import { own } from '../util/own.js'

/** Clients that take an empty answer for a broken one, with what they want to read in its place. */
const EMPTY_REPLIES: Readonly<Record<string, string>> = { codex: '{}' }

/** What a client reads when there is nothing to say; a hook that is off says it without an adapter. */
export const emptyReplyFor = (agentId: string): string => own(EMPTY_REPLIES, agentId) ?? ''
