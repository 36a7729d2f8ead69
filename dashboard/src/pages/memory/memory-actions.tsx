import type { MemoryItem } from '../../../../src/schema/api/memory.js'
import { useAction } from '../../api/action.js'
import { Button } from '../../kit/button.js'
import { ConfirmButton } from '../../kit/confirm.js'

/** What a person may do with an entry: let later sessions see it, or delete it. */
export function MemoryActions({ item, onDone }: { item: MemoryItem; onDone: () => void }) {
  const { act, isBusy } = useAction(onDone)
  const asked = { params: { id: item.id } }
  return (
    <span className="inline-flex gap-1">
      {item.pinned ? (
        <Button
          disabled={isBusy}
          onClick={() => void act('POST /memory/{id}/unpin', asked, {}, 'The pin is removed')}
        >
          Unpin
        </Button>
      ) : (
        !item.recallable && (
          <Button
            disabled={isBusy}
            title="Later sessions of this project may see it."
            onClick={() => void act('POST /memory/{id}/pin', asked, {}, 'It is pinned')}
          >
            Pin
          </Button>
        )
      )}
      <ConfirmButton
        label="Forget"
        question="Forget this for good?"
        consequence="It is deleted, and no later session sees it."
        isDisabled={isBusy}
        onConfirm={() => void act('POST /memory/{id}/forget', asked, {}, 'It is forgotten')}
      />
    </span>
  )
}
