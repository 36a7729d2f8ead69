import type { SessionItem, SessionQuery } from '../../../schema/api/session.js'
import type { SessionState } from '../../../schema/session-state.js'
import type { RouteHandler } from '../api-deps.js'
import { PAGE_SIZE } from '../api-deps.js'
import { beyondOf } from '../cursor.js'
import { scanPage } from '../scan-page.js'
import { hasWords } from '../has-words.js'
import { toSessionItem } from './session-item.js'

/** Sessions that fit, last active first. What the state alone tells is asked before anything is read. */
export const listSessions: RouteHandler<'GET /sessions'> = ({ query }, { host: { store } }) => {
  const { since, before } = query
  const time = {
    ...(since === undefined ? {} : { since }),
    ...(before === undefined ? {} : { before }),
  }
  return scanPage<SessionState, SessionItem>({
    limit: query.limit ?? PAGE_SIZE,
    ...beyondOf(query.cursor),
    read: (place) => store.pageSessions({ ...place, ...time }),
    placeOf: ({ updatedAt, sessionId }) => ({ at: updatedAt, id: sessionId }),
    async toItem(state) {
      if (!fitsState(state, query)) return null
      const item = await toSessionItem(state, store)
      return fitsItem(item, query) ? item : null
    },
  })
}

const fitsState = ({ agent, projectRoot, turnEnd }: SessionState, query: SessionQuery): boolean =>
  (query.agent === undefined || query.agent === agent) &&
  (query.project === undefined || query.project === projectRoot) &&
  (query.state === undefined || query.state === turnEnd)

function fitsItem(item: SessionItem, { ending, pushed, q }: SessionQuery): boolean {
  if (ending !== undefined && item.ending !== ending) return false
  if (pushed !== undefined && item.pushes > 0 !== pushed) return false
  return hasWords([item.id, item.project ?? '', item.asked ?? ''], q)
}
