import type { MemoryItem } from '../../../../src/schema/api/memory.js'
import { Drawer } from '../../kit/drawer.js'
import { Fact, Facts } from '../../kit/facts.js'
import { RelativeTime } from '../../kit/relative-time.js'
import { SessionLink } from '../../kit/session-link.js'
import { MemoryActions } from './memory-actions.js'
import { MemoryState, whoseWords } from './memory-columns.js'

/** All of an entry: a row has room for its first words alone. */
export function MemoryDrawer({ item, onClose, onDone }: MemoryDrawerProps) {
  return (
    <Drawer title="Remembered" isOpen={item !== undefined} onClose={onClose}>
      {item !== undefined && (
        <div className="grid gap-4">
          <p className="said break-words whitespace-pre-wrap">{item.said ?? item.text}</p>
          <Facts>
            <Fact name="Whose">{whoseWords(item)}</Fact>
            <Fact name="State">
              <MemoryState item={item} />
            </Fact>
            {item.said !== null && <Fact name="Kept as">{item.text}</Fact>}
            <Fact name="When">
              <RelativeTime at={item.at} /> <span className="text-faint">{item.at}</span>
            </Fact>
            <Fact name="Session">
              <SessionLink id={item.sessionId ?? ''} />
            </Fact>
          </Facts>
          <MemoryActions item={item} onDone={onDone} />
        </div>
      )}
    </Drawer>
  )
}

interface MemoryDrawerProps {
  /** None closes it. */
  item: MemoryItem | undefined
  onClose(): void
  onDone(): void
}
