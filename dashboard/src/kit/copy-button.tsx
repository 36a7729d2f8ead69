import { useToast } from './toast.js'

export function CopyButton({ text, label = 'Copy' }: { text: string; label?: string }) {
  const toast = useToast()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toast('Copied')
    } catch {
      toast('The browser did not allow copying', 'bad')
    }
  }
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
      className="grid size-7 shrink-0 place-items-center rounded text-faint hover:bg-line hover:text-ink"
    >
      <svg viewBox="0 0 16 16" className="size-3.5" aria-hidden="true">
        <path
          d="M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.3"
        />
      </svg>
    </button>
  )
}
