import type { TeamActivity } from '../../schema/api/team.js'
import type { LogEvent } from '../../schema/log-event.js'
import type { Store } from '../../store.js'
import { clip } from '../../util/clip.js'
import { MAX_SHOWN } from './take-rows.js'
import { senderOf } from '../../team/sender-of.js'
import { toSharedRow } from '../../team/shared-row.js'
import type { Share } from '../../team/shared-row.js'

const KINDS = ['record.episode', 'record.session_outcome']
const PAGE = 50
/** What was removed since has no row any more: so many lines are read at most to find one that has. */
const MAX_LINES = 2000

type Item = TeamActivity['items'][number]

/** What members sent, newest first, behind a place in the log. */
export async function readActivity(
  store: Store,
  nameOf: (person: string) => string,
  { share, before }: { share: Share; before: number | undefined },
): Promise<TeamActivity> {
  const asked = { kinds: KINDS, order: 'newest', limit: PAGE } as const
  let next = before
  for (let lines = 0; lines < MAX_LINES; lines += PAGE) {
    const place = next === undefined ? {} : { before: next }
    const events = await store.readEvents({ ...asked, ...place })
    const found = await Promise.all(events.map((event) => toItem(store, nameOf, share, event)))
    const items = found.filter((item) => item !== null)
    if (events.length < PAGE) return { items, next: null }
    next = events.at(-1)!.id
    if (items.length > 0) return { items, next }
  }
  return { items: [], next: next ?? null }
}

async function toItem(
  store: Store,
  nameOf: (person: string) => string,
  share: Share,
  { id, at, kind, body }: LogEvent,
): Promise<Item | null> {
  const record = String((body as { id?: unknown }).id)
  const common = { id, at, member: nameOf(senderOf(record)) }
  if (kind === 'record.episode') {
    const episode = await store.get('episode', record)
    if (episode === null) return null
    const { check: subject, state, resolvedBy } = episode
    const detail = (resolvedBy?.files ?? []).slice(0, MAX_FILES).join(', ')
    return { ...common, kind: 'episode', ...clipped({ subject, state, detail }) }
  }
  const kept = await store.get('session_outcome', record)
  const outcome = kept === null ? null : toSharedRow('session_outcome', kept, share)
  if (outcome === null) return null
  const { agent: subject, status: state, reason: detail } = outcome
  return { ...common, kind: 'session_outcome', ...clipped({ subject, state, detail }) }
}

const MAX_FILES = 20

/** A page of them is bounded, whatever was sent. */
const clipped = ({ subject, state, detail }: Pick<Item, 'subject' | 'state' | 'detail'>) => ({
  subject: clip(subject, MAX_SHOWN),
  state,
  detail: clip(detail, MAX_SHOWN),
})
