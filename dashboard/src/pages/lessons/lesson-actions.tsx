import { useState } from 'react'
import type { LessonRow } from '../../../../src/schema/lesson.js'
import { useAction } from '../../api/action.js'
import { Button } from '../../kit/button.js'
import { ConfirmButton } from '../../kit/confirm.js'
import { ReasonDialog } from '../../kit/reason-dialog.js'
import { navigate } from '../../router/location.js'

/** What a person may do with a lesson: vouch for it, take it out of use, or delete it. */
export function LessonActions({ row, onDone }: { row: LessonRow; onDone: () => void }) {
  const [isRetiring, setRetiring] = useState(false)
  const { act, isBusy } = useAction(onDone)
  const leaving = useAction(() => navigate('/checks/lessons'))
  const asked = { params: { id: row.id } }
  return (
    <>
      {row.pinned ? (
        <Button
          disabled={isBusy}
          onClick={() => void act('POST /lessons/{id}/unpin', asked, {}, 'The pin is removed')}
        >
          Unpin
        </Button>
      ) : (
        <Button
          disabled={isBusy}
          title="You vouch for it: other tasks are shown it too, and it is never retired automatically."
          onClick={() => void act('POST /lessons/{id}/pin', asked, {}, 'The lesson is pinned')}
        >
          Pin
        </Button>
      )}
      {row.state !== 'retired' && (
        <Button disabled={isBusy} onClick={() => setRetiring(true)}>
          Retire …
        </Button>
      )}
      <ConfirmButton
        label="Forget"
        question="Forget this lesson for good?"
        consequence="It is deleted with the failure behind it. What it did for attempts can't be measured any more. To only stop showing it, retire it."
        isDisabled={isBusy || leaving.isBusy}
        onConfirm={() =>
          void leaving.act('POST /lessons/{id}/forget', asked, {}, 'The lesson is forgotten')
        }
      />
      <ReasonDialog
        title="Retire this lesson?"
        consequence="It is kept, but no longer shown. Pinning it brings it back."
        action="Retire"
        isOpen={isRetiring}
        onClose={() => setRetiring(false)}
        onConfirm={(reason) =>
          void act(
            'POST /lessons/{id}/retire',
            asked,
            reason === '' ? {} : { reason },
            'The lesson is retired',
          )
        }
      />
    </>
  )
}
