import { pathInProject } from '../evidence/path-in-project.js'
import type { Evidence } from '../schema/evidence.js'
import type { Store } from '../store.js'

const MAX_SESSIONS = 20
/** A session that said nothing for so long is not at work. */
const AT_WORK_MS = 2 * 3_600_000

/**
 * The changed files that are this session's. Alone in its tree, a session made all changes; where another
 * one is at work there too, a file is of the session that touched it.
 */
export async function ownFiles(
  { evidence, session, now }: OwnFilesInput,
  store: Pick<Store, 'list' | 'readSession'>,
): Promise<string[]> {
  const { repository, edits } = evidence
  const changed = repository?.filesChanged ?? []
  if (changed.length === 0 || edits.length === 0) return changed
  const own = new Set(edits.map(({ file }) => pathInProject(file, evidence)))
  if (changed.every((file) => own.has(file))) return changed
  if (!(await isShared(session.sessionId, now, store))) return changed
  return changed.filter((file) => own.has(file))
}

interface OwnFilesInput {
  evidence: Evidence
  session: { sessionId: string }
  now: string
}

/** Another session is at work in the same tree. */
export async function isShared(
  sessionId: string,
  now: string,
  store: Pick<Store, 'list' | 'readSession'>,
): Promise<boolean> {
  const rows = await store.list('due', { kind: 'session-outcome', limit: MAX_SESSIONS })
  for (const row of rows) {
    if (row.sessionId === null || row.sessionId === sessionId) continue
    const other = await store.readSession(row.sessionId)
    const since = Date.parse(now) - Date.parse(other?.updatedAt ?? '')
    if (other !== null && other.endedAt === null && since < AT_WORK_MS) return true
  }
  return false
}
