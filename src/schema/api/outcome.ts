import * as z from 'zod/mini'
import { SessionOutcome } from '../session-outcome.js'
import { PageQuery, pageOf, TimeQuery } from './page.js'

export const OutcomeQuery = z.strictObject({
  ...PageQuery.shape,
  ...TimeQuery.shape,
  status: z.optional(SessionOutcome.shape.status),
})

export const OutcomePage = pageOf(SessionOutcome)
export type OutcomePage = z.infer<typeof OutcomePage>
