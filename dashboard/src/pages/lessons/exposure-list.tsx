import type { Exposure } from '../../../../src/schema/exposure.js'
import { Badge } from '../../kit/badge.js'
import { EmptyState } from '../../kit/empty-state.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import type { Tone } from '../../kit/tone.js'

const OUTCOME_TONES: Readonly<Record<Exposure['outcome'], Tone>> = {
  open: 'info',
  success: 'good',
  failure: 'bad',
  unknown: 'plain',
}

/** The attempts that were shown the lesson, or from which it was held out for comparison. */
export function ExposureList({ exposures }: { exposures: readonly Exposure[] }) {
  if (exposures.length === 0) {
    return (
      <EmptyState title="It was never shown">
        It is shown when an attempt at the same or a similar task fails again.
      </EmptyState>
    )
  }
  return (
    <ul tabIndex={0} aria-label="Attempts" className="max-h-96 overflow-y-auto text-sm">
      {exposures.map(({ id, sessionId, turn, arm, outcome, openedAt }) => (
        <li
          key={id}
          className="flex items-baseline justify-between gap-3 border-t border-line px-4 py-1.5 first:border-t-0"
        >
          <span className="min-w-0 truncate">
            <SessionLink id={sessionId} />
            {turn !== null && <span className="text-faint"> turn {turn}</span>}
          </span>
          <span className="flex shrink-0 items-baseline gap-2 whitespace-nowrap">
            <span className={arm === 'shown' ? 'text-soft' : 'text-faint'}>
              {arm === 'shown' ? 'shown' : 'held out'}
            </span>
            <Badge tone={OUTCOME_TONES[outcome]}>{outcome}</Badge>
            <RelativeTime at={openedAt} className="w-16 text-right text-faint" />
          </span>
        </li>
      ))}
    </ul>
  )
}
