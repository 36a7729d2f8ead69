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
    cell: ({ said, text }) => <span className="said">{said ?? text}</span>,
  },
  {
    id: 'owner',
    header: 'Whose',
    width: '110px',
    cell: whoseWords,
  },
  {
    id: 'recalled',
    header: 'State',
    width: '120px',
    cell: (item) => <MemoryState item={item} />,
  },
  {
    id: 'at',
    header: 'When',
    width: '92px',
    align: 'end',
    narrow: 'meta',
    cell: ({ at }) => <RelativeTime at={at} className="text-soft" />,
  },
  {
    id: 'actions',
    header: '',
    width: '170px',
    align: 'end',
    narrow: 'hidden',
    cell: (item) => <MemoryActions item={item} onDone={onDone} />,
  },
]

export function whoseWords({ owner }: MemoryItem): string {
  return owner === 'human' ? 'yours' : owner
}

export function MemoryState({ item }: { item: MemoryItem }) {
  return <Badge tone={item.recalled > 0 ? 'good' : 'plain'}>{stateOf(item)}</Badge>
}

function stateOf({ recallable, recalled, pinned }: MemoryItem): string {
  if (!recallable) return 'waits for a pin'
  const told = recalled === 0 ? 'not recalled yet' : `recalled in ${recalled}`
  return pinned ? `pinned, ${told}` : told
}
