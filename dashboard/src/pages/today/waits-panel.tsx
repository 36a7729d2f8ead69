import type { Overview, WaitingSession } from '../../../../src/schema/api/overview.js'
import { Badge } from '../../kit/badge.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'

const WHY = {
  asks: { tone: 'warn', label: 'asks you', meaning: 'Its last stop needs an answer or a person' },
  red: { tone: 'bad', label: 'red', meaning: 'Its last stop was let through with something open' },
} as const

/** Sessions that can't go on, or should not be taken as they are, without a person. */
export function WaitsPanel({ data: { waits } }: { data: Overview }) {
  return (
    <Panel
      title="Waits for you"
      flush
      aside={
        <Link
          href="/sessions?ending=needs_person"
          className="text-accent underline underline-offset-2"
        >
          all that need you
        </Link>
      }
    >
      {waits.length === 0 ? (
        <p className="px-4 py-4 text-soft">No session of the last two weeks waits for you.</p>
      ) : (
        <ul>
          {waits.map((one) => (
            <Waiting key={one.sessionId} session={one} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Waiting({ session }: { session: WaitingSession }) {
  const { sessionId, agent, at, asked, text } = session
  const { tone, label, meaning } = WHY[session.why]
  return (
    <li className="covered border-b border-line px-4 py-2 last:border-b-0 focus-within:bg-accent-wash hover:bg-sunken">
      <p className="flex items-baseline gap-3">
        <Badge tone={tone} title={meaning}>
          {label}
        </Badge>
        <Link
          href={`/sessions/${encodeURIComponent(sessionId)}`}
          data-cover
          className="said min-w-0 flex-1 truncate after:absolute after:inset-0"
        >
          {asked ?? sessionId}
        </Link>
        <RelativeTime at={at} className="shrink-0 text-sm text-faint" />
      </p>
      <p className="truncate text-sm text-soft" title={text}>
        {text === '' ? agent : `${text} · ${agent}`}
      </p>
    </li>
  )
}
