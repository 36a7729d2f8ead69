/**
 * The model port: a prompt and a budget go in; text, or an object that fits a schema, comes out.
 * No model at all is a normal state: the answer is `no_backend`, and the rules go on without it.
 */
import type * as z from 'zod/mini'
import type { ModelCall, ModelRole } from './schema/model-call.js'

export interface ModelRequest {
  role: ModelRole
  prompt: string
  /** @default 0 */
  temperature?: number
  maxTokens?: number
  sessionId: string | null
  timeoutMs: number
  signal?: AbortSignal
}

/** Expected ends of a call. Only `ok` carries a value. */
export type ModelReply<T> =
  | { outcome: 'ok'; value: T; call: ModelCall }
  | { outcome: Exclude<ModelCall['outcome'], 'ok'>; reason: string; call: ModelCall | null }

export interface Model {
  text(request: ModelRequest): Promise<ModelReply<string>>
  object<S extends z.ZodMiniType>(
    request: ModelRequest & { schema: S },
  ): Promise<ModelReply<z.infer<S>>>
}
