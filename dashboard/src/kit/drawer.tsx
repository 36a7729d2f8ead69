import { Dialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'

/** What is behind a row, beside the page on a wide screen and over it on a narrow one. */
export function Drawer({ title, isOpen, onClose, children }: DrawerProps) {
  return (
    <Dialog.Root open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-sunken/70" />
        <Dialog.Popup className="fixed inset-y-0 right-0 z-40 flex w-full flex-col border-l border-line-strong bg-raised shadow-2xl outline-none sm:w-[min(680px,92vw)]">
          <header className="flex items-start justify-between gap-3 border-b border-line px-5 py-3">
            <Dialog.Title className="min-w-0 pt-1 font-semibold">{title}</Dialog.Title>
            <Dialog.Close
              aria-label="Close"
              className="grid size-8 shrink-0 place-items-center rounded text-soft hover:bg-sunken hover:text-ink"
            >
              <svg viewBox="0 0 16 16" className="size-4" aria-hidden="true">
                <path d="m3.5 3.5 9 9m0-9-9 9" stroke="currentColor" strokeWidth="1.5" />
              </svg>
            </Dialog.Close>
          </header>
          <div tabIndex={0} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            {children}
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface DrawerProps {
  title: string
  isOpen: boolean
  onClose(): void
  children: ReactNode
}
