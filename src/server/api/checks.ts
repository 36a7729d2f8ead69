import { failingChecks, toRed } from '../../audit/failing-checks.js'
import type { CheckList, UntoldCheck } from '../../schema/api/check.js'
import { JUDGED_ACTION } from '../../schema/judged-action.js'
import type { Store } from '../../store.js'
import { isLeftRed, readGreenSince } from '../../sums/green-since.js'
import type { RouteHandler } from './api-deps.js'
import { judgedNoteOf } from './sessions/judged-note-of.js'

/** The latest ones alone: a list that nobody reads to its end is not worth a slow page. */
const MAX_EPISODES = 500
const MAX_STOPS = 200
const MAX_SHOWN = 20

/** What has to be green here, and what the record shows of checks. */
export const listChecks: RouteHandler<'GET /checks'> = async (_, { inspect, host, workspace }) => ({
  ...(await inspect.checks()),
  failing: await readFailing(host.store, workspace.root),
  untold: await readUntold(host.store),
})

/** What failed again and again in the latest sessions. */
export async function readFailing(store: Store, project: string): Promise<CheckList['failing']> {
  const episodes = await store.list('episode', { limit: MAX_EPISODES })
  const isGreenSince = await readGreenSince(store, episodes.at(-1)?.startedAt ?? '')
  const red = episodes.map(({ sessionId: session, ...one }) => ({
    ...toRed(one),
    session,
    project,
    isGreenSince: isLeftRed(one) && isGreenSince(one),
  }))
  const short = (text: string): string => text.replaceAll(`${project}/`, '')
  return failingChecks(red)
    .slice(0, MAX_SHOWN)
    .map((one) => ({ ...one, check: short(one.check), green: one.green.map(short) }))
}

/** A change is seen at every stop that comes after it: of each the latest. */
async function readUntold(store: Store): Promise<UntoldCheck[]> {
  const stops = await store.list('interaction', { subject: JUDGED_ACTION, limit: MAX_STOPS })
  const found = new Map<string, UntoldCheck>()
  for (const stop of stops) {
    // Most have none: to look for the field is quicker than to read the note.
    if (!stop.output.includes('"weakened":[{')) continue
    for (const weakened of judgedNoteOf(stop)?.facts?.weakened ?? []) {
      const key = `${stop.session} ${weakened.hash}`
      if (weakened.asked || weakened.disclosed || found.has(key)) continue
      found.set(key, { sessionId: stop.session, at: stop.timestamp, weakened })
    }
  }
  return [...found.values()].slice(0, MAX_SHOWN)
}
