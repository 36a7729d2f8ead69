import type { Answer } from './api-deps.js'

/** Filters are made of the latest sessions. */
const MAX_SESSIONS = 2000

/** What lists can be filtered by, as far as it occurs. */
export const readFacets: Answer<'GET /facets'> = async (_, { host: { store } }) => {
  const sessions = await store.listSessions(MAX_SESSIONS)
  return {
    agents: unique(sessions.map(({ agent }) => agent)),
    projects: unique(sessions.flatMap(({ projectRoot }) => projectRoot ?? [])),
    actions: await store.listSubjects('interaction'),
    kinds: await store.listEventKinds(),
  }
}

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort()
