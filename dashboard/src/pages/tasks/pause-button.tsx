import { useState } from 'react'
import { Button } from '../../kit/button.js'
import { ReasonDialog } from '../../kit/reason-dialog.js'

/** Pausing may say why; whoever looks later will want to know. */
export function PauseButton({ id, isBusy, onPause }: PauseButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={isBusy} onClick={() => setOpen(true)}>
        Pause …
      </Button>
      <ReasonDialog
        title={`Pause ${id}?`}
        consequence="It does not run until somebody resumes it. A run that is under way goes on to its end."
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
