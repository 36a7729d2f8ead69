import type { MemoryItem } from '../../../../src/schema/api/memory.js'
import { Badge } from '../../kit/badge.js'
import type { Column } from '../../kit/data-table.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { MemoryActions } from './memory-actions.js'

export const memoryColumns = (onDone: () => void): readonly Column<MemoryItem>[] => [
  {
    id: 'text',
    header: 'Said',
    width: 'minmax(0, 1fr)',
    narrow: 'title',
    cell: ({ text }) => <span className="said">{text}</span>,
  },
  {
    id: 'owner',
    header: 'Whose',
    width: '110px',
    cell: ({ owner }) => (owner === 'human' ? 'yours' : owner),
  },
  {
    id: 'recalled',
    header: 'State',
    width: '120px',
    cell: ({ recalled, pinned }) => (
      <Badge tone={recalled ? 'good' : 'plain'}>
        {pinned ? 'pinned' : recalled ? 'recalled' : 'waits for a pin'}
      </Badge>
    ),
  },
  {
    id: 'at',
    header: 'When',
    width: '92px',
    align: 'end',
    narrow: 'hidden',
    cell: ({ at }) => <RelativeTime at={at} className="text-soft" />,
  },
  {
    id: 'actions',
    header: '',
    width: '170px',
    align: 'end',
    cell: (item) => <MemoryActions item={item} onDone={onDone} />,
  },
]
