import type { Finding } from '../schema/finding.js'
import type { Change } from '../store.js'
import { hostDueId } from './due-rows.js'
import { hostEvent } from './host-events.js'

/** The end of a finding, told once; true when it was open until now. */
export function resolvedFinding(finding: Finding | null, at: string): Change<boolean> {
  if (finding === null || finding.state === 'resolved') {
    return { writes: [], removes: [], events: [], result: false }
  }
  const { id: finding_id, rule, subject_id } = finding
  return {
    writes: [{ kind: 'finding', record: { ...finding, state: 'resolved', resolved_at: at } }],
    // What resolved itself needs no analysis any more.
    removes: [{ kind: 'due', id: hostDueId('cycle-analysis', finding_id) }],
    events: [hostEvent('reflection.resolved', { finding_id, rule, subject_id }, { at })],
    result: true,
  }
}
