import { findStatements } from '../../read/prose/find-statements.js'
import { HANDED_IN, HUMAN, isHandedIn, toSaidEntries } from '../../memory/said-entries.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { RecordWrite } from '../../schema/records.js'
import type { Answer, Moment, MomentInput, MomentPorts } from '../moment.js'
import { nothing } from '../moment.js'

/** A human's words come in; what of them holds beyond this session is kept for later ones. */
export const keepSaid: Moment = { name: 'memory', passive: true, reflect: keep }

async function keep(input: MomentInput, ports: MomentPorts): Promise<Answer> {
  const { event, session, config, now } = input
  if (!config.memory.recall || event.kind !== 'prompt-submitted' || event.origin !== 'human') {
    return nothing('logged')
  }
  if (ports.environment.parent !== null || session.parentSessionId !== null)
    return nothing('logged')
  const statements = findStatements(event.text)
  if (statements.length === 0) return nothing('logged')
  const entries = toSaidEntries(statements, {
    sessionId: session.sessionId,
    now,
    isHandedIn: ports.hearsPerson !== true,
  })
  const records: RecordWrite[] = []
  for (const entry of entries) {
    const known = await ports.store.get('memory', entry.id)
    records.push({ kind: 'memory', record: known === null ? entry : again(known, entry) })
  }
  return { ...nothing('remembered'), records }
}

/** Said again it is as young as now; what a person did with it stays. A program makes nothing younger. */
function again(known: MemoryEntry, entry: MemoryEntry): MemoryEntry {
  if (isHandedIn(entry)) return known
  const tags = known.tags.filter((tag) => tag !== HANDED_IN)
  return { ...known, owner: HUMAN, ts: entry.ts, text: entry.text, tags }
}
