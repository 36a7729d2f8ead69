import type { EntryDraft, TranscriptReader } from '../../agent.js'
import type { TokenUsage } from '../../schema/token-usage.js'

/** What a reader makes of some values, in short. */
export function readTranscript(reader: TranscriptReader, values: unknown[]) {
  const state = reader.begin()
  const entries: EntryDraft[] = []
  const skipped: string[] = []
  const facts = {}
  const usage: (TokenUsage | null)[] = []
  const sink = {
    entry: (draft: EntryDraft) => void entries.push(draft),
    facts: (found: object) => void Object.assign(facts, found),
    usage: (used: TokenUsage | null) => void usage.push(used),
    skip: (reason: string) => void skipped.push(reason),
  }
  for (const value of values) {
    // What is kept between two readings is plain JSON.
    Object.assign(state, JSON.parse(JSON.stringify(state)))
    reader.read(value, state, sink)
  }
  return { entries, facts, usage, skipped, kinds: entries.map(({ kind }) => kind) }
}
