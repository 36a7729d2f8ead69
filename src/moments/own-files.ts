import { modifiedIn } from '../read/repository/modified-at.js'
import { pathInProject } from '../read/ledger/path-in-project.js'
import { onlyReads } from '../read/shell/only-reads.js'
import { parseLine } from '../read/shell/parse-line.js'
import type { Evidence } from '../schema/evidence.js'
import type { Store } from '../store.js'

const MAX_SESSIONS = 20
/** A session that said nothing for so long is not at work. */
const AT_WORK_MS = 2 * 3_600_000

/**
 * The changed files that are this session's: those that it edited, or had at a stop before. Of others it made
 * what was modified in this turn, where it is alone in its tree: before it, a person or another session did.
 */
export async function ownFiles(
  input: OwnFilesInput,
  store: Pick<Store, 'list' | 'readSession' | 'readEvents'>,
): Promise<string[]> {
  const changed = input.evidence.repository?.filesChanged ?? []
  const own = await ownChanges(input, changed, store)
  return [...new Set([...own, ...madeClean(input, changed)])].toSorted()
}

/** Edited, with the commit's text now, and with another at the session's start: git shows no change there. */
function madeClean({ evidence, session }: OwnFilesInput, changed: readonly string[]): string[] {
  const { uncommitted = [] } = session
  const edited = new Set(evidence.edits.map(({ file }) => pathInProject(file, evidence)))
  return uncommitted.filter((file) => edited.has(file) && !changed.includes(file))
}

async function ownChanges(
  { evidence, session, now }: OwnFilesInput,
  changed: string[],
  store: Pick<Store, 'list' | 'readSession' | 'readEvents'>,
): Promise<string[]> {
  const { repository, edits, totals } = evidence
  // Without a record of what it did, all that is known is what changed.
  if (totals.toolCalls === 0) return changed
  const edited = new Set(edits.map(({ file }) => pathInProject(file, evidence)))
  if (changed.every((file) => edited.has(file))) return changed
  const { sessionId } = session
  const [before] = await store.list('run', { sessionId, limit: 1 })
  const own = new Set([...edited, ...(before?.record.files_changed ?? [])])
  if ((edits.length > 0 || onlyLooked(evidence)) && (await isShared(sessionId, now, store)))
    return changed.filter((file) => own.has(file))
  const modifiedAt = modifiedIn(repository?.root ?? null, repository)
  const began = Date.parse((await turnBegan(sessionId, store)) ?? '')
  return changed.filter((file) => {
    const at = modifiedAt?.(file) ?? null
    return own.has(file) || at === null || Number.isNaN(began) || at >= began
  })
}

/** Each call that it made is known, and none of them changes a file. */
function onlyLooked({ recent, totals }: Evidence): boolean {
  const calls = recent.filter((item) => item.kind === 'call')
  return (
    calls.length === totals.toolCalls &&
    calls.every(
      ({ toolKind, action }) =>
        toolKind === 'read' ||
        toolKind === 'search' ||
        (toolKind === 'command' &&
          parseLine(action).parts.every((part) => part.into.length === 0 && onlyReads(part))),
    )
  )
}

async function turnBegan(
  sessionId: string,
  store: Pick<Store, 'readEvents'>,
): Promise<string | null> {
  const kinds = ['agent.prompt-submitted'] as const
  const [prompt] = await store.readEvents({ kinds, sessionId, limit: 1, order: 'newest' })
  return prompt?.at ?? null
}

interface OwnFilesInput {
  evidence: Evidence
  session: { sessionId: string; uncommitted?: string[] | undefined }
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
