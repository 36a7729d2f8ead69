import type { LessonItem } from '../../../../src/schema/api/lesson.js'
import { Badge } from '../../kit/badge.js'
import { CodeText } from '../../kit/code-text.js'
import type { Column } from '../../kit/data-table.js'
import { formatCount } from '../../kit/format.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { CATEGORIES, SOURCES, STATE_TONES } from './lesson-words.js'
import { LiftMark } from './lift-mark.js'

export const LESSON_COLUMNS: readonly Column<LessonItem>[] = [
  {
    id: 'lesson',
    header: 'Lesson',
    width: 'minmax(0, 1fr)',
    narrow: 'title',
    cell: ({ summary, suggestion, pinned }) => (
      <span title={`${summary}\n\n${suggestion}`}>
        {pinned && <Pin />}
        <span className="said">
          <CodeText text={suggestion || summary} />
        </span>
      </span>
    ),
  },
  {
    id: 'lift',
    header: 'Lift, 95 % interval',
    width: '208px',
    cell: ({ figures }) => <LiftMark figures={figures} />,
  },
  {
    id: 'exposures',
    header: 'Exposures',
    width: '78px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ figures: { exposures } }) =>
      exposures === 0 ? <span className="text-faint">never</span> : formatCount(exposures),
  },
  {
    id: 'state',
    header: 'State',
    width: '104px',
    cell: ({ state, stateReason }) => (
      <Badge tone={STATE_TONES[state]} title={stateReason ?? undefined}>
        {state}
      </Badge>
    ),
  },
  {
    id: 'source',
    header: 'Source',
    width: '184px',
    narrow: 'hidden',
    cell: ({ madeBy, category, tainted, transient }) => (
      <span className="text-sm text-soft" title={oddities(tainted, transient)}>
        {SOURCES[madeBy]} · {CATEGORIES[category]}
        {(tainted || transient) && (
          <span
            role="img"
            aria-label={oddities(tainted, transient)}
            title={oddities(tainted, transient)}
            className="relative z-10 cursor-help px-1 text-warn"
          >
            !
          </span>
        )}
      </span>
    ),
  },
  {
    id: 'created',
    header: 'Learnt',
    width: '92px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} className="text-soft" />,
  },
]

const Pin = () => (
  <span role="img" aria-label="pinned" title="pinned" className="mr-1 text-accent">
    ◆
  </span>
)

function oddities(tainted: boolean, transient: boolean): string | undefined {
  const found = [
    ...(tainted ? ['made from foreign text'] : []),
    ...(transient ? ['about passing circumstances, not the work: never shown'] : []),
  ]
  return found.length === 0 ? undefined : found.join('; ')
}
