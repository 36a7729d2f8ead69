import { useState } from 'react'
import type { BodyOf } from '../../../../src/schema/api/routes.js'
import type { SelfLine } from '../../../../src/schema/self-line.js'
import { useAction } from '../../api/action.js'
import { Button } from '../../kit/button.js'
import { ConfirmButton } from '../../kit/confirm.js'
import { ReasonDialog } from '../../kit/reason-dialog.js'

const MAX_CORRECTION = 200

/** A person's word on a line, which wins over what is measured until they take it back. */
export function LineActions({ line, onDone }: { line: SelfLine; onDone: () => void }) {
  const [isCorrecting, setCorrecting] = useState(false)
  const { act, isBusy } = useAction(onDone)
  const say = (body: BodyOf<'POST /self/{id}'>, done: string) =>
    void act('POST /self/{id}', { params: { id: line.id } }, body, done)
  return (
    <div role="group" aria-label={line.statement} className="flex flex-wrap gap-2">
      {line.pinned || line.correction !== null ? (
        <Button disabled={isBusy} onClick={() => say({ word: 'undo' }, 'As it was measured')}>
          Take your word back
        </Button>
      ) : (
        <Button disabled={isBusy} onClick={() => say({ word: 'pin' }, 'The line is pinned')}>
          Pin
        </Button>
      )}
      <Button disabled={isBusy} onClick={() => setCorrecting(true)}>
        Correct …
      </Button>
      <ConfirmButton
        label="Delete"
        question="Delete this line?"
        consequence="It stays out through every rebuild, until you say: reflect self undo"
        isDisabled={isBusy}
        onConfirm={() => say({ word: 'delete' }, 'The line is deleted')}
      />
      <ReasonDialog
        title="Correct this line"
        consequence={line.statement}
        action="Correct"
        label="What is true"
        isRequired
        maxLength={MAX_CORRECTION}
        isOpen={isCorrecting}
        onClose={() => setCorrecting(false)}
        onConfirm={(text) => say({ word: 'correct', text }, 'Your words are kept')}
      />
    </div>
  )
}
