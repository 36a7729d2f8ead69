import { AlertDialog } from '@base-ui/react/alert-dialog'
import { useId, useState } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { Button } from './button.js'

const MAX_REASON = 500

/** Asks once more before something happens, and for words: by default why, which may be left out. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, consequence, action, isOpen, onClose, onConfirm } = props
  const { label = 'Reason (optional)', isRequired = false, maxLength = MAX_REASON } = props
  const id = useId()
  const [reason, setReason] = useState('')
  const confirm = (event: FormEvent): void => {
    event.preventDefault()
    onConfirm(reason.trim())
    setReason('')
    onClose()
  }
  return (
    <AlertDialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <AlertDialog.Portal>
        <AlertDialog.Backdrop className="fixed inset-0 z-50 bg-sunken/70" />
        <AlertDialog.Popup className="fixed top-1/2 left-1/2 z-50 w-[min(440px,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-md border border-line-strong bg-raised p-5 shadow-2xl outline-none">
          <form onSubmit={confirm}>
            <AlertDialog.Title className="font-semibold">{title}</AlertDialog.Title>
            <AlertDialog.Description className="mt-2 text-soft">
              {consequence}
            </AlertDialog.Description>
            <label htmlFor={id} className="label mt-4 block">
              {label}
            </label>
            <input
              id={id}
              value={reason}
              maxLength={maxLength}
              required={isRequired}
              onChange={(event) => setReason(event.target.value)}
              className="mt-0.5 h-8 w-full rounded border border-line-strong bg-raised px-2 text-sm"
            />
            <div className="mt-5 flex justify-end gap-2">
              <AlertDialog.Close render={<Button>Cancel</Button>} />
              <Button type="submit" look={props.isDangerous === true ? 'danger' : 'strong'}>
                {action}
              </Button>
            </div>
          </form>
        </AlertDialog.Popup>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}

interface ReasonDialogProps {
  title: string
  consequence: ReactNode
  /** What the button says. */
  action: string
  /** @default for a reason, which may be left out */
  label?: string
  isRequired?: boolean
  maxLength?: number
  isDangerous?: boolean
  isOpen: boolean
  onClose(): void
  onConfirm(reason: string): void
}
