import { SessionOutcome } from '../../schema/session-outcome.js'
import { count } from '../../util/count.js'
import { oneLine } from '../../util/one-line.js'
import { settleNow } from '../../wiring/settle-sessions.js'
import { findSession, shortId } from '../find-by-prefix.js'
import { theRecords } from '../opens.js'
import { minute } from '../relative-time.js'
import { listed } from '../table.js'
import type { Columns } from '../table.js'
import { limit, oneOf, text } from '../takes.js'
import { verb } from '../command.js'

const STATUSES = SessionOutcome.shape.status.options

export const command = verb({
  about: `
How the sessions of this project ended, newest first, and how that is known: by our own check run
(own_check), the checks that the agent ran last (recorded_checks), what you wrote next (next_message),
a revert or a fix of the same lines within 14 days (later_fix), or the judge alone (judge). A session
that ended with a question, or with what only a person can do, is waiting. The next start of a session
settles them; so does this command.`,
  examples: `
  reflect outcomes                     the newest 20
  reflect outcomes --status failed
  reflect outcomes --json --limit 500`,
  takes: {
    session: text('<id>', 'only the outcome of this session; the beginning of its id is enough'),
    status: oneOf('<status>', 'only these', STATUSES),
    limit: limit(20),
  },
  opens: theRecords,
  async run({ session, status, limit }, { workspace, store, now, columns: width }) {
    await settleNow(workspace, store, { now: now(), current: null })
    const query = {
      ...(session === undefined ? {} : { sessionId: await findSession(store, session) }),
      ...(status === undefined ? {} : { state: status }),
      limit,
    }
    const outcomes = await store.list('session_outcome', query)
    const total = await store.count('session_outcome', query)
    const shown = outcomes.length
    const all = count(total, 'session')
    const foot = shown === total ? all : `${shown} of ${all}; --limit shows more`
    const list = listed(outcomes, COLUMNS, { none: 'No session has ended yet.', width })
    return { json: { outcomes, total }, text: shown === 0 ? list : `${list}\n\n${foot}` }
  },
})

const COLUMNS: Columns<SessionOutcome> = {
  'ended (UTC)': ({ endedAt }) => minute(endedAt),
  session: ({ sessionId }) => shortId(sessionId),
  agent: ({ agent }) => agent,
  status: ({ status }) => status,
  basis: ({ basis }) => basis,
  because: ({ reason }) => oneLine(reason, 70),
}
