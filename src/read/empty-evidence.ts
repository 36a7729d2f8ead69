import type { Evidence, Ledger, RequestFlags } from '../schema/evidence.js'

/** Evidence of nothing but what is given: the facts of a moment when there was nothing to read. */
export function emptyEvidence(known: Partial<Evidence> & { at: string }): Evidence {
  return {
    repository: null,
    sentences: [],
    claims: [],
    weakened: [],
    fingerprint: '',
    degraded: [],
    ...emptyLedger(),
    ...known,
  }
}

/** The ledger of a session in which nothing has happened. */
export function emptyLedger(): Ledger {
  return {
    session: { sessionId: null, cwd: null, branch: null, model: null, mode: null },
    steps: 0,
    request: { messages: [], total: 0, flags: noFlags() },
    commands: [],
    edits: [],
    firstEditStep: null,
    lastEditStep: null,
    unwired: [],
    delivery: {
      commits: 0,
      lastCommitStep: null,
      lastPush: null,
      pullRequest: null,
      lastDeployStep: null,
    },
    todos: [],
    pending: [],
    lastMessage: null,
    lastMessageCompleted: null,
    lastActivityAt: null,
    recent: [],
    episodes: [],
    totals: {
      lines: 0,
      human: 0,
      agentMessages: 0,
      toolCalls: 0,
      toolFailures: 0,
      edits: 0,
      compactions: 0,
      interrupts: 0,
      sidechainEntries: 0,
    },
    interrupted: false,
  }
}

/** Nothing was asked for in so many words. */
export const noFlags = (): RequestFlags => ({
  readOnly: null,
  planOnly: null,
  change: null,
  testsWanted: null,
  redExpected: null,
  commitWanted: null,
  pushWanted: null,
  prWanted: null,
  noPush: null,
  deployWanted: null,
})
