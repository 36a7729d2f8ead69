import type { EntryDraft } from '../../agent.js'
import { applyEntry, beginLedger, toLedger } from '../ledger.js'
import { toEvidence } from '../to-evidence.js'
import type { Evidence } from '../../schema/evidence.js'
import type { TranscriptEntry } from '../../schema/transcript.js'

/** The evidence that these entries add up to. */
export function evidenceOf(drafts: readonly EntryDraft[], at: string): Evidence {
  const state = beginLedger()
  for (const [step, draft] of drafts.entries()) {
    applyEntry(state, { ...draft, step } as TranscriptEntry)
  }
  return toEvidence({
    at,
    ledger: toLedger(state),
    repository: null,
    lastMessage: null,
    degraded: [],
  })
}
