import { ReflectError } from '../schema/error.js'
import type { Store } from '../store.js'
import { oneLine } from '../util/one-line.js'

interface Named {
  noun: 'session' | 'run'
  /** The command that lists what there is. */
  listedBy: string
}

/**
 * The id that was typed, or the only one that begins with it; null when none does. What a table cut
 * may be pasted with its ellipsis.
 */
export function pickByPrefix(
  typed: string,
  ids: Iterable<string>,
  { noun }: Pick<Named, 'noun'>,
): string | null {
  const found = new Set<string>()
  const start = withoutEllipsis(typed)
  for (const id of ids) {
    if (id === typed) return id
    if (start !== '' && id.startsWith(start)) found.add(id)
  }
  if (found.size <= 1) return [...found][0] ?? null
  const shown = [...found].slice(0, MAX_SHOWN).map((id) => oneLine(id, 80))
  const more = found.size > MAX_SHOWN ? ` and ${found.size - MAX_SHOWN} more` : ''
  throw new ReflectError('usage', `${found.size} ${noun}s have an id that begins with "${start}"`, {
    remedy: `Write more of the id: ${shown.join(', ')}${more}.`,
  })
}

/** As a list shows it: its beginning is enough to name it. */
export const shortId = (id: string): string => oneLine(id, 13)

const MAX_SHOWN = 5
/** Newest first: older ones are found by their whole id. */
const MAX_SEARCHED = 10_000

/** The session that a person named by its id or by the beginning of it. */
export async function findSession(store: Store, typed: string): Promise<string> {
  const found = await findKnownSession(store, typed)
  if (found !== null) return found
  throw noSuch(typed, { noun: 'session', listedBy: 'reflect outcomes' })
}

/** The same, or null: a client may begin a session that is not recorded yet. */
export async function findKnownSession(store: Store, typed: string): Promise<string | null> {
  if ((await store.readSession(typed)) !== null) return typed
  const sessions = await store.listSessions(MAX_SEARCHED)
  // Runs that were imported have no session here.
  const runs = await store.list('run', { limit: MAX_SEARCHED })
  const ids = [
    ...sessions.map(({ sessionId }) => sessionId),
    ...runs.map(({ record }) => record.session_id),
  ]
  return pickByPrefix(typed, ids, { noun: 'session' })
}

/** The run that a person named in the same way. */
export async function findRunId(store: Store, typed: string): Promise<string> {
  if ((await store.get('run', typed)) !== null) return typed
  const runs = await store.list('run', { limit: MAX_SEARCHED })
  const named = { noun: 'run', listedBy: 'reflect runs' } as const
  const found = pickByPrefix(
    typed,
    runs.map(({ id }) => id),
    named,
  )
  if (found !== null) return found
  throw noSuch(typed, named)
}

/** Whether the text is an id that a table has cut. */
export const isCut = (typed: string): boolean => withoutEllipsis(typed) !== typed

const withoutEllipsis = (typed: string): string => typed.trim().replace(/(?:…|\.{3})$/, '')

const noSuch = (typed: string, { noun, listedBy }: Named): ReflectError =>
  new ReflectError(
    'not-found',
    `No ${noun} has an id that begins with "${withoutEllipsis(typed)}"`,
    {
      remedy: `\`${listedBy}\` lists them.`,
    },
  )
