import * as z from 'zod/mini'
import { Check } from './check.js'

/** The user's own checks of one project, in the user's config folder: only what is here is run. */
export const ChecksFile = z.strictObject({
  version: z.literal(1),
  /** The project's root when the file was last written, for a person who reads it. */
  project: z.string(),
  checks: z.array(Check),
})
export type ChecksFile = z.infer<typeof ChecksFile>
