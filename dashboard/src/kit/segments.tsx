/** A choice between few, as buttons; for what changes the view and not the data. */
export function Segments<T extends string>({ label, value, options, onChange }: SegmentsProps<T>) {
  return (
    <div
      role="group"
      aria-label={label}
      className="inline-flex rounded border border-line-strong bg-raised p-0.5"
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="rounded-[3px] px-2.5 py-0.5 text-sm whitespace-nowrap text-soft hover:text-ink aria-pressed:bg-accent-wash aria-pressed:text-accent"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

interface SegmentsProps<T extends string> {
  label: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange(value: T): void
}
