import { useState } from 'react'
import { Button } from '../../kit/button.js'
import { ReasonDialog } from '../../kit/reason-dialog.js'

/** Pausing may say why; a later reader will want to know. */
export function PauseButton({ id, isBusy, onPause }: PauseButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={isBusy} onClick={() => setOpen(true)}>
        Pause …
      </Button>
      <ReasonDialog
        title={`Pause ${id}?`}
        consequence="It does not run until you resume it. A run in progress finishes first."
        action="Pause"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onConfirm={onPause}
      />
    </>
  )
}

interface PauseButtonProps {
  id: string
  isBusy: boolean
  onPause(reason: string): void
}
