import { redactText } from '../safety/redact.js'
import type { MemoryEntry } from '../schema/memory-entry.js'
import { shortHash } from '../util/loose-json.js'
import { wordsOf } from './normalise-text.js'

/** Whose words those of a person are; an agent's entries have its id. */
export const HUMAN = 'human'
const SAID = 'said'
export const PINNED = 'pinned'
/** A program said that a person said it: a server's caller, the library, a client without a name. */
export const HANDED_IN = 'handed-in'

/** What a human said, as it is kept: in their words, the same statement once. */
export function toSaidEntries(
  statements: readonly string[],
  { sessionId, now, isHandedIn = false }: { sessionId: string; now: string; isHandedIn?: boolean },
): MemoryEntry[] {
  const entries = statements.map((statement): MemoryEntry => {
    // Before it is named: two statements that differ in a secret are one.
    const text = redactText(statement)
    return {
      id: `said-${shortHash(wordsOf(text).join(' '))}`,
      owner: HUMAN,
      ts: now,
      text,
      tags: isHandedIn ? [SAID, HANDED_IN] : [SAID],
      kind: SAID,
      provenance: `session ${sessionId}`,
    }
  })
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()]
}

export const isPinned = ({ tags }: Pick<MemoryEntry, 'tags'>): boolean => tags.includes(PINNED)

export const isHandedIn = ({ tags }: Pick<MemoryEntry, 'tags'>): boolean => tags.includes(HANDED_IN)

/** What a client heard of a person may cross sessions; all else may when a person pinned it. */
export const mayBeRecalled = (entry: Pick<MemoryEntry, 'kind' | 'tags'>): boolean =>
  (entry.kind === SAID && !isHandedIn(entry)) || isPinned(entry)
