import { PRICES_AS_OF } from '../../model/prices.js'
import { readCallSums } from '../../sums/read-call-sums.js'
import type { Answer } from './api-deps.js'

/** What models took, from the ledger. */
export const readCost: Answer<'GET /cost'> = async ({ query }, { host: { store, config } }) => {
  const { by = 'role', since } = query
  const { call, session, day } = config.models.budget
  return {
    by,
    pricesAsOf: PRICES_AS_OF,
    groups: await readCallSums(store, { by, ...(since === undefined ? {} : { since }) }),
    budget: { call, session, day },
  }
}
