import { countsUnder } from '../../sums/counts.js'
import { readAllDays } from '../../sums/read-sums.js'
import type { RouteHandler } from './api-deps.js'

/** What lists can be filtered by, as far as it occurs. */
export const readFacets: RouteHandler<'GET /facets'> = async (_, { host: { store } }) => {
  const sums = await readAllDays(store)
  return {
    agents: countsUnder(sums, 'agent')
      .map(([agent]) => agent)
      .sort(),
    projects: countsUnder(sums, 'project')
      .map(([project]) => project)
      .sort(),
    actions: await store.listSubjects('interaction'),
    kinds: await store.listEventKinds(),
  }
}
