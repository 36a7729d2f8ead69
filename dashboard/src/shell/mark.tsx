/** The mark: a look back at one point. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" className="size-6 text-accent" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round">
        <path d="M18.6 6.6A8.5 8.5 0 1 0 20.5 12" />
        <path d="M19.6 2.6v4.6H15" strokeLinejoin="round" />
      </g>
      <circle cx="12" cy="12" r="2.2" fill="currentColor" />
    </svg>
  )
}
