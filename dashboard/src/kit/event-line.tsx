import type { EventItem } from '../../../src/schema/api/log.js'
import { Link } from '../router/link.js'
import { leadsToSession } from './leads-to-session.js'
import { RelativeTime } from './relative-time.js'
import { toneText } from './tone.js'
import type { Tone } from './tone.js'

export const eventTones: Readonly<Record<EventItem['tone'], Tone>> = {
  quiet: 'plain',
  normal: 'plain',
  good: 'good',
  warning: 'warn',
  bad: 'bad',
}

/** One line of the event log: what, when, and which session it leads to. */
export function EventLine({ event }: { event: EventItem }) {
  const look = event.tone === 'normal' ? 'text-ink' : toneText[eventTones[event.tone]]
  return (
    <div className="flex items-baseline justify-between gap-3 text-sm">
      <span className={`min-w-0 truncate ${look}`} title={event.summary}>
        {!leadsToSession(event) ? (
          event.summary
        ) : (
          <Link
            href={`/sessions/${encodeURIComponent(event.sessionId ?? '')}`}
            className="hover:underline"
          >
            {event.summary}
          </Link>
        )}
      </span>
      <RelativeTime at={event.at} className="shrink-0 text-xs text-faint" />
    </div>
  )
}
