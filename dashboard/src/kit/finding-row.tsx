import type { Finding } from '../../../src/schema/finding.js'
import { Badge } from './badge.js'
import { Button } from './button.js'
import { codeWords } from './code-words.js'
import { RelativeTime } from './relative-time.js'
import { Link } from '../router/link.js'

const ACTIONS: Readonly<Record<Finding['action_taken'], string | null>> = {
  '': null,
  paused_task: 'task paused',
  flagged_skill: 'skill flagged',
  retired_skill: 'skill retired',
}

export function FindingRow({ finding, isBusy, onResolve }: FindingRowProps) {
  const { rule, severity, detail, action_taken, state, opened_at, resolved_at } = finding
  const action = ACTIONS[action_taken]
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 border-t border-line px-4 py-2.5 first:border-t-0">
      <div className="min-w-0 max-sm:basis-full sm:flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
          <Subject finding={finding} />
          <Badge tone={severity === 'action_taken' ? 'bad' : 'warn'}>{action ?? 'warning'}</Badge>
          {state === 'resolved' && <Badge tone="good">resolved</Badge>}
          <span className="text-soft">{detail}</span>
        </p>
        <p className="mt-0.5 text-xs text-faint">
          <span title={rule}>{codeWords(rule)}</span> · opened <RelativeTime at={opened_at} />
          {resolved_at !== null && (
            <>
              {' '}
              · resolved <RelativeTime at={resolved_at} />
            </>
          )}
        </p>
        <Sessions ids={finding.sessions ?? []} />
      </div>
      {state === 'open' && onResolve !== undefined && (
        <Button
          disabled={isBusy === true}
          onClick={onResolve}
          aria-label={`Resolve ${codeWords(rule)} on ${finding.subject_id}`}
        >
          Resolve
        </Button>
      )}
    </li>
  )
}

const SESSIONS_SHOWN = 4

/** The sessions behind it, the newest a click away. */
function Sessions({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null
  return (
    <p className="mt-0.5 flex flex-wrap gap-x-2 text-xs text-faint">
      <span>sessions</span>
      {ids.slice(0, SESSIONS_SHOWN).map((id) => (
        <Link
          key={id}
          href={`/sessions/${encodeURIComponent(id)}`}
          className="measured max-w-40 truncate text-accent underline underline-offset-2"
        >
          {id}
        </Link>
      ))}
      {ids.length > SESSIONS_SHOWN && <span>and {ids.length - SESSIONS_SHOWN} more</span>}
    </p>
  )
}

/** Without a path there is no page of it: the detail says which one it is. */
const KINDS: Readonly<Record<Finding['subject_type'], { word: string; path: string | null }>> = {
  task: { word: 'Task', path: '/growth/tasks/' },
  skill: { word: 'Skill', path: '/growth/skills/' },
  sub_session: { word: 'Session', path: '/sessions/' },
  check: { word: 'Check', path: null },
  gate: { word: 'Gate', path: null },
  project: { word: 'Project', path: null },
}

function Subject({ finding: { subject_type, subject_id } }: { finding: Finding }) {
  const { word, path } = KINDS[subject_type]
  if (path === null) return <span className="text-faint">{word}</span>
  return (
    <span>
      <span className="text-faint">{word}</span>{' '}
      <Link
        href={path + encodeURIComponent(subject_id)}
        className="font-semibold text-ink underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {subject_id}
      </Link>
    </span>
  )
}

interface FindingRowProps {
  finding: Finding
  isBusy?: boolean
  onResolve?: () => void
}
