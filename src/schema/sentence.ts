import * as z from 'zod/mini'

/** What one sentence of a closing message does; the strongest one. */
export const Act = z.enum([
  'done',
  'passed',
  'delivered',
  'left',
  'announce',
  'permission',
  'input',
  'handover',
  'blocked',
  'failed',
  'deviation',
  'dismissed',
  'outlook',
  'other',
])
export type Act = z.infer<typeof Act>

/** One sentence of the agent's last message, as the reader reads it. */
export const Sentence = z.strictObject({
  /** As it was written, without list marks, heading marks and emphasis. */
  text: z.string(),
  /** `code` and `quote` are other words than the author's own. */
  form: z.enum(['prose', 'item', 'heading', 'cell', 'code', 'quote']),
  /** The heading or lead-in line that it stands under; null outside any. */
  heading: z.nullable(z.string()),
  /** The box of a check list; null where there is none. */
  checked: z.nullable(z.boolean()),
  act: Act,
  /** How sure the reader is, between 0 and 1; 0 when it abstains, 1 for a count. */
  probability: z.number().check(z.gte(0), z.lte(1)),
})
export type Sentence = z.infer<typeof Sentence>
