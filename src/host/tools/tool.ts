import type * as z from 'zod/mini'

/** One thing that a sub-session on the built-in loop may do. */
export interface Tool<S extends z.ZodMiniType = z.ZodMiniType> {
  name: string
  /** One line, for the model. */
  usage: string
  arguments: S
  /** What the model is told. Never throws for what a model may ask. */
  call(input: z.infer<S>): Promise<string>
}
