import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './button.js'

/** A button whose action can't be taken back: it says what will happen and asks once more. */
export function ConfirmButton({
  label,
  question,
  consequence,
  isDisabled,
  onConfirm,
}: ConfirmProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={setOpen}>
      <AlertDialog.Trigger
        disabled={isDisabled === true}
        render={<Button look="danger">{label}</Button>}
      />
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-sunken/70" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 w-[min(440px,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-md border border-line-strong bg-raised p-5 shadow-2xl outline-none">
          <AlertDialog.Title className="font-semibold">{question}</AlertDialog.Title>
          <AlertDialog.Description className="mt-2 text-soft">
            {consequence}
          </AlertDialog.Description>
          <div className="mt-5 flex justify-end gap-2">
            <AlertDialog.Close render={<Button>Cancel</Button>} />
            <Button
              look="danger"
              onClick={() => {
                setOpen(false)
                onConfirm()
              }}
            >
              {label}
            </Button>
          </div>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface ConfirmProps {
  label: string
  question: string
  consequence: ReactNode
  isDisabled?: boolean
  onConfirm(): void
}
