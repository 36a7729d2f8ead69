/**
 * One place that answers prompts, as the pool sees it. What comes in is redacted already; what goes
 * out is the answer as it was written, or why there is none. A backend never throws for what the
 * world does, never retries, and leaves time limits to the signal.
 */
import type { ModelFailure } from '../model.js'

export interface Ask {
  prompt: string
  /** JSON Schema of the wanted answer; null when text is wanted. */
  schema: Record<string, unknown> | null
  temperature: number
  maxTokens: number
  signal: AbortSignal
}

export interface Usage {
  /** Which model answered. */
  model: string
  /** null where the backend does not say. */
  inputTokens: number | null
  outputTokens: number | null
  /** It cost nothing, whatever the price list says: a replay. */
  free?: boolean
}

export type Generation =
  | { ok: true; text: string; usage: Usage }
  | {
      ok: false
      failure: ModelFailure
      /** One line, without secrets. */
      reason: string
      /** The same request may succeed a little later. */
      retryable?: boolean
      /** What the server asked us to wait. */
      retryAfterMs?: number
      usage?: Usage
    }

export interface Backend {
  /** Its name in the config. */
  name: string
  /** The model it is set to, for the ledger and the price list. */
  model: string
  /** A small model that was picked because it is fast. */
  isFast: boolean
  /** Models that it may turn out to be: the dearest of them is what a call may cost. */
  pricedAs?: readonly string[]
  timeoutMs?: number
  generate(ask: Ask): Promise<Generation>
}
