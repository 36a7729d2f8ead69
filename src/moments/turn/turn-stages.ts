import type { Snippet } from '../../memory/search-entries.js'
import type { TurnBundle, TurnReflection } from './turn-bundle.js'

type Awaitable<T> = T | Promise<T>

/** What a stage knows of the turn that it is part of. */
export interface TurnContext {
  readonly agent: string
  readonly turn: number
  /** The turn's instant (ISO). */
  readonly at: string
  /** Nothing may be applied. */
  readonly dryRun: boolean
  /** A model planner's word on this turn, such as `reflection`; gone with the turn. */
  readonly policy: Record<string, unknown>
  /** A line for another log than the stage's own, such as `health`. */
  log(name: string, fields: object): void
}

/** The four stages. What a stage returns as `log` is its line; the rest goes to the next ones. */
export interface TurnStages<Observed = unknown> {
  t1(context: TurnContext): Awaitable<{ observed: Observed; log?: object }>
  t2(
    context: TurnContext,
    input: { observed: Observed },
  ): Awaitable<{ snippets: readonly Snippet[]; log?: object }>
  t3(
    context: TurnContext,
    input: { observed: Observed; snippets: readonly Snippet[] },
  ): Awaitable<{ plan: TurnBundle['plan']; utter: string; log?: object }>
  t4(
    context: TurnContext,
    input: { observed: Observed; plan: TurnBundle['plan']; utter: string },
  ): Awaitable<{
    /** The gate let it through and it was applied. */
    applied: boolean
    /** What the agent's state is now; the reflection only reads it. */
    state?: Readonly<Record<string, unknown>>
    log?: object
    applyLog?: object
  }>
}

/** How one turn of one agent ended. */
export interface TurnOutcome {
  agent: string
  turn: number
  outcome: 'applied' | 'not_applied' | 'failed'
  /** The stage that failed and the type of its error. */
  error: string | null
  /** null when the step did not run; `reason` says why. */
  reflection: TurnReflection | null
  reason: string | null
}
