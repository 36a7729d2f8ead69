/** One sighting of a task on a board, in whatever words the board writes it. */
export interface TaskRow {
  readonly id: string
  readonly done: boolean
  /** Seconds since 1970, as the board itself states them. */
  readonly createdAt: number | null
  readonly updatedAt: number | null
  readonly completedAt: number | null
  readonly reopenedAt: number | null
  readonly outcome: 'right' | 'wrong' | null
  /** Commits that the board lays to the task. */
  readonly commits: readonly string[]
  readonly followups: readonly Followup[]
  /** Tasks that this one points at: dependencies, discovered-from. */
  readonly links: readonly string[]
  /** The task itself fixes something. */
  readonly isFix: boolean
}

export interface Followup {
  readonly id: string
  readonly at: number | null
  /** null when the board does not say what it is. */
  readonly isFix: boolean | null
}

type Fields = Readonly<Record<string, unknown>>

/** Reads a plain export, beads, OpenAgents or Backlog.md row; null when it is none. */
export function toTaskRow(value: unknown): TaskRow | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const fields = value as Fields
  const id = toId(fields['id'])
  const status = fields['status']
  if (id === null || typeof status !== 'string') return null
  return {
    id,
    done: isDone(status),
    createdAt: firstTime(fields, ['created_at', 'createdAt', 'created_date']),
    updatedAt: firstTime(fields, ['updated_at', 'updatedAt', 'updated_date']),
    completedAt: firstTime(fields, ['completed_at', 'completedAt', 'closed_at', 'closedAt']),
    reopenedAt: firstTime(fields, ['reopened_at', 'reopenedAt']),
    outcome: toOutcome(fields['outcome']),
    commits: listOf(fields['commits']).filter((item) => typeof item === 'string'),
    followups: listOf(fields['followups'] ?? fields['follow_ups']).flatMap(toFollowup),
    links: [...listOf(fields['dependencies']), ...listOf(fields['deps'])].flatMap(toLink),
    isFix: isFix(fields),
  }
}

/** Whether a status means that the work was taken as finished. "Won't do" does not. */
export function isDone(status: string): boolean {
  return DONE.has(
    status
      .toLowerCase()
      .replaceAll(/[^\p{L}']+/gu, ' ')
      .trim(),
  )
}

const DONE = new Set(['done', 'closed', 'complete', 'completed', 'resolved', 'finished'])
const RIGHT = new Set([
  'right',
  'correct',
  'success',
  'succeeded',
  'passed',
  'verified',
  'accepted',
])
const WRONG = new Set(['wrong', 'incorrect', 'failure', 'failed', 'rejected', 'reverted', 'broken'])
const FIX = new Set(['bug', 'bugfix', 'fix', 'hotfix', 'regression', 'revert', 'defect'])

/** No time is longer, and the parser of dates takes its time over other text. */
const MAX_TIME_CHARS = 100

/** Seconds since 1970 from a number of seconds or milliseconds, or from an ISO date. */
export function toSeconds(value: unknown): number | null {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || value <= 0) return null
    return value > 1e11 ? value / 1000 : value
  }
  if (typeof value !== 'string' || value.length > MAX_TIME_CHARS) return null
  // Boards that write no zone are read as UTC, the same everywhere.
  const local = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/.exec(value.trim())
  const time = Date.parse(local === null ? value.trim() : `${local[1]}T${local[2]}Z`)
  return Number.isNaN(time) ? null : time / 1000
}

function firstTime(fields: Fields, names: readonly string[]): number | null {
  for (const name of names) {
    const time = toSeconds(fields[name])
    if (time !== null) return time
  }
  return null
}

function toOutcome(value: unknown): 'right' | 'wrong' | null {
  if (typeof value === 'boolean') return value ? 'right' : 'wrong'
  if (typeof value !== 'string') return null
  const word = value.trim().toLowerCase()
  return RIGHT.has(word) ? 'right' : WRONG.has(word) ? 'wrong' : null
}

function toFollowup(value: unknown): Followup[] {
  const bare = toId(value)
  if (bare !== null) return [{ id: bare, at: null, isFix: null }]
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Fields
  const id = toId(fields['id'])
  if (id === null) return []
  const says = ['type', 'kind', 'issue_type', 'title', 'labels'].some((name) => name in fields)
  const at = firstTime(fields, ['created_at', 'createdAt', 'at', 'completed_at', 'completedAt'])
  return [{ id, at, isFix: says ? isFix(fields) : null }]
}

function toLink(value: unknown): string[] {
  const bare = toId(value)
  if (bare !== null) return [bare]
  if (typeof value !== 'object' || value === null) return []
  const fields = value as Fields
  const id = toId(fields['depends_on_id']) ?? toId(fields['id'])
  return id === null ? [] : [id]
}

function isFix(fields: Fields): boolean {
  const words = [fields['type'], fields['kind'], fields['issue_type'], ...listOf(fields['labels'])]
  if (words.some((word) => typeof word === 'string' && FIX.has(word.toLowerCase()))) return true
  const title = fields['title']
  return (
    typeof title === 'string' && /^(?:hot)?fix(?:\([^)]*\))?!?[:\s]|^revert\b/i.test(title.trim())
  )
}

const toId = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== ''
    ? value.trim()
    : typeof value === 'number' && Number.isFinite(value)
      ? String(value)
      : null

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
