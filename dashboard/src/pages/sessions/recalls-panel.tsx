import type { SessionRecall } from '../../../../src/schema/api/session.js'
import { Badge } from '../../kit/badge.js'
import { formatCount } from '../../kit/format.js'
import { Panel } from '../../kit/panel.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { Link } from '../../router/link.js'
import { LessonLink } from './lesson-link.js'

/** What earlier sessions left behind that this one was shown, or that was held out from it. */
export function RecallsPanel({ recalls }: { recalls: readonly SessionRecall[] }) {
  return (
    <Panel title="Recalled" note={recalls.length === 0 ? '' : formatCount(recalls.length)} flush>
      {recalls.length === 0 ? (
        <p className="px-4 py-3 text-faint">
          Nothing was recalled for it from earlier sessions.{' '}
          <code className="measured">reflect recall --why &quot;text&quot;</code> says what would
          be, and why not.
        </p>
      ) : (
        <ul>
          {recalls.map((recall) => (
            <li key={recall.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
              <RecallLine recall={recall} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function RecallLine({ recall }: { recall: SessionRecall }) {
  const { item, text, arm, occasion, at, outcome } = recall
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-soft">
        <Badge tone={arm === 'shown' ? 'info' : 'plain'} title={ARMS[arm].title}>
          {ARMS[arm].label}
        </Badge>
        <span>
          {KINDS[item.kind]} {occasion}
        </span>
        <RelativeTime at={at} className="text-faint" />
      </p>
      <p className="break-words">
        <ItemText item={item} text={text ?? item.id} />
        {outcome !== null && outcome !== 'open' && (
          <span className="text-faint"> ({OUTCOMES[outcome]})</span>
        )}
      </p>
    </>
  )
}

function ItemText({ item, text }: { item: SessionRecall['item']; text: string }) {
  if (item.kind === 'lesson') return <LessonLink id={item.id}>{text}</LessonLink>
  if (item.kind !== 'memory') return <span>{text}</span>
  return (
    <Link href="/checks/memory" className="said text-accent underline underline-offset-2">
      {text}
    </Link>
  )
}

const ARMS = {
  shown: { label: 'shown', title: 'The agent had it in its context.' },
  held_out: {
    label: 'held out',
    title: 'Some sessions do not get it, so that its effect can be measured.',
  },
} as const

const KINDS: Readonly<Record<SessionRecall['item']['kind'], string>> = {
  lesson: 'lesson',
  memory: 'memory',
  episode: 'episode',
  skill: 'skill',
  self_line: 'line of the self-model',
}

const OUTCOMES = {
  success: 'the attempt succeeded',
  failure: 'the attempt failed',
  unknown: 'how the attempt ended is not known',
} as const
