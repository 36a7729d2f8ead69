import type { EntryDraft } from '../../../agent.js'
import { emptyEvidence } from '../../../evidence/empty-evidence.js'
import { applyEntry, beginLedger, toLedger } from '../../../evidence/ledger.js'
import type { Evidence } from '../../../schema/evidence.js'
import type { TranscriptEntry } from '../../../schema/transcript.js'

/** The evidence that these entries add up to. */
export function evidenceOf(drafts: readonly EntryDraft[], at: string): Evidence {
  const state = beginLedger()
  for (const [step, draft] of drafts.entries()) applyEntry(state, { ...draft, step } as TranscriptEntry)
  return emptyEvidence({ at, ...toLedger(state) })
}
