/**
 * The model port: a prompt and a budget go in; text, or an object that fits a schema, comes out.
 * No model at all is a normal state: the answer is `no_backend`, and the rules go on without it.
 */
import type * as z from 'zod/mini'
import type { ModelCall, ModelRole } from './schema/model-call.js'

/** One question to a model, with its limits. */
export interface ModelRequest {
  role: ModelRole
  prompt: string
  /** @default 0 */
  temperature?: number
  /** @default 4096 */
  maxTokens?: number
  sessionId: string | null
  /** For the whole call: every backend, retry and repair together. */
  timeoutMs: number
  signal?: AbortSignal
}

/** Why there is no value; programs branch on this, people read `reason`. */
export type ModelFailure =
  | 'no_backend'
  | 'budget'
  | 'ledger'
  | 'misconfigured'
  | 'package_missing'
  | 'key_missing'
  | 'key_refused'
  | 'rate_limited'
  | 'unavailable'
  | 'refused'
  | 'timeout'
  | 'aborted'
  | 'truncated'
  | 'too_large'
  | 'unfit'
  | 'recording_missing'

/** How a call ended. Only `ok` carries a value. */
export type ModelReply<T> =
  | { outcome: 'ok'; value: T; call: ModelCall }
  | {
      outcome: Exclude<ModelCall['outcome'], 'ok' | 'reserved'>
      failure: ModelFailure
      reason: string
      /** The last line of the ledger that this call made; null when it made none. */
      call: ModelCall | null
    }

/** Answers prompts with text or with objects; never throws for what a model does. */
export interface Model {
  text(request: ModelRequest): Promise<ModelReply<string>>
  object<S extends z.ZodMiniType>(
    request: ModelRequest & { schema: S },
  ): Promise<ModelReply<z.infer<S>>>
}
