import type { TeamActivity } from '../../schema/api/team.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'

const KINDS = ['record.episode', 'record.session_outcome']
const PAGE = 50

type Item = TeamActivity['items'][number]

/** What members sent, newest first, behind a place in the log. */
export async function readActivity(
  store: Store,
  nameOf: (person: string) => string,
  before?: number,
): Promise<TeamActivity> {
  const asked = { kinds: KINDS, order: 'newest', limit: PAGE } as const
  const events = await store.readEvents(before === undefined ? asked : { ...asked, before })
  const items = await Promise.all(events.map((event) => toItem(store, nameOf, event)))
  return {
    // What was removed since has no row any more.
    items: items.filter((item) => item !== null),
    next: events.length < PAGE ? null : events.at(-1)!.id,
  }
}

async function toItem(
  store: Store,
  nameOf: (person: string) => string,
  { id, at, kind, body }: LogEvent,
): Promise<Item | null> {
  const record = String((body as { id?: unknown }).id)
  const common = { id, at, member: nameOf(record.slice(0, record.indexOf('-'))) }
  if (kind === 'record.episode') {
    const episode = await store.get('episode', record)
    if (episode === null) return null
    const { check: subject, state, resolvedBy } = episode
    const detail = (resolvedBy?.files ?? []).join(', ')
    return { ...common, kind: 'episode', subject, state, detail }
  }
  const outcome = await store.get('session_outcome', record)
  if (outcome === null) return null
  const { agent: subject, status: state, reason: detail } = outcome
  return { ...common, kind: 'session_outcome', subject, state, detail }
}
