import type { Snippet } from '../../memory/search-entries.js'
import type { Model } from '../../model.js'
import type { MemoryEntry } from '../../schema/memory-entry.js'
import type { Store } from '../../store.js'
import type { ReflectionLine, TurnMetrics } from './reflection-line.js'
import type { TurnClock } from './turn-clock.js'
import type { WriteReport } from './write-entries.js'

/** What a turn was, seen from its end. */
export interface TurnBundle {
  ctx: {
    agent: string
    turn: number
    clock: TurnClock
    /** Lower than the config's where this turn may cost less. */
    budgets?: { timeMs?: number; ops?: number }
    /** @default false */
    dryRun?: boolean
    /** Where the turn took place, kept with its entries. */
    provenance?: string
  }
  /** Read-only. A model planner's flag is in its policy. */
  stateView: Readonly<Record<string, unknown>> & { readonly policy?: { reflection?: unknown } }
  plan: Readonly<Record<string, unknown>> & { readonly reflection?: unknown }
  utter: string
  /** What was recalled for this turn, best first. */
  snippets: readonly Snippet[]
}

/** The world as far as the step may touch it. */
export interface TurnPorts {
  /** Where entries go; null keeps them out of any store. */
  store: Pick<Store, 'get' | 'add'> | null
  /** Recorded replies, for the backend `model-fixtures`. */
  model?: Model | null
  /** Takes the step's log line; null writes none. */
  log?: ((line: ReflectionLine) => void | Promise<void>) | null
  /** Durations are written as 0. @default whether the variable `CI` is `true` (in `reflectory/turns`) */
  ci?: boolean
  /** Sums a turn up in place of the configured backend. */
  summarise?: Summarise
}

/** Sums a turn up; each further note becomes an entry of its own. */
export type Summarise = (
  bundle: TurnBundle,
  signal: AbortSignal,
) => Promise<{ summary: string; notes?: readonly string[] }>

/** What a turn left behind, and what it cost. */
export interface TurnReflection {
  summary: string
  memoryEntries: MemoryEntry[]
  metrics: TurnMetrics
  /** null when a gate was closed, or there was no store. */
  report: WriteReport | null
}
