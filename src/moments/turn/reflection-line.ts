/** What the step says of itself. */
export interface TurnMetrics {
  backend: 'rulebased' | 'llm-fixture'
  /** White-space tokens. */
  summary_len: number
  embed: boolean
  fixture_key?: string
  ms: number
  /** Why anything is less than it could be. */
  reason?: string
}

/** One line of `t3_reflection.jsonl`. */
export interface ReflectionLine {
  turn: number
  agent: string
  backend: TurnMetrics['backend']
  summary_len: number
  /** Entries of this turn that the store holds, by its own word. */
  ops_written: number
  embed: boolean
  ms: number
  reason: string | null
  fixture_key?: string
}

export function toReflectionLine(
  { turn, agent }: { turn: number; agent: string },
  { backend, summary_len, embed, ms, reason, fixture_key }: TurnMetrics,
  opsWritten: number,
): ReflectionLine {
  return {
    turn,
    agent,
    backend,
    summary_len,
    ops_written: opsWritten,
    embed,
    ms,
    reason: reason ?? null,
    ...(fixture_key === undefined ? {} : { fixture_key }),
  }
}
