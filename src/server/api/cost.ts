import { PRICES_AS_OF } from '../../data/prices.js'
import { readCallSums } from '../../sums/read-call-sums.js'
import type { RouteHandler } from './api-deps.js'

/** What models took, from the ledger. */
export const readCost: RouteHandler<'GET /cost'> = async (
  { query },
  { host: { store, config } },
) => {
  const { by = 'role', since } = query
  const { call, session, day } = config.models.budget
  return {
    by,
    pricesAsOf: PRICES_AS_OF,
    groups: await readCallSums(store, { by, ...(since === undefined ? {} : { since }) }),
    budget: { call, session, day },
  }
}
