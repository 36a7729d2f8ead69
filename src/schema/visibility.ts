import * as z from 'zod/mini'

/** Who may see a row: its author alone, or the author's team. */
export const Visibility = z.enum(['private', 'shared'])
export type Visibility = z.infer<typeof Visibility>

/** Whose row it is, and who may see it. */
export interface Ownership {
  /** The identity that was given when the store was opened; null when it is not known. */
  author: string | null
  visibility: Visibility
}
