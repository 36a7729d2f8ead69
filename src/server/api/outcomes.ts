import type { SessionOutcome } from '../../schema/session-outcome.js'
import type { RouteHandler } from './api-deps.js'
import { PAGE_SIZE } from './api-deps.js'
import { beyondOf } from './cursor.js'
import { scanPage } from './scan-page.js'

/** How sessions ended, newest first. */
export const listOutcomes: RouteHandler<'GET /outcomes'> = ({ query }, { host: { store } }) => {
  const { status, since, before } = query
  return scanPage<SessionOutcome, SessionOutcome>({
    limit: query.limit ?? PAGE_SIZE,
    ...beyondOf(query.cursor),
    takesAll: true,
    read: (place) =>
      store.page('session_outcome', {
        ...place,
        ...(status === undefined ? {} : { state: status }),
        ...(since === undefined ? {} : { since }),
        ...(before === undefined ? {} : { before }),
      }),
    placeOf: ({ endedAt, id }) => ({ at: endedAt, id }),
    toItem: (outcome) => outcome,
  })
}
