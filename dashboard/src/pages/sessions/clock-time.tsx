const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'long' })
const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** The time of day; in a timeline it says more than "5 min ago". */
export function ClockTime({ at }: { at: string }) {
  const date = new Date(at)
  const [hour, minute, second] = seconds.format(date).split(':')
  return (
    <time
      dateTime={at}
      title={exact.format(date)}
      className="measured pt-1.5 text-right text-xs text-faint"
    >
      {hour}:{minute}
      <span className="hidden sm:inline">:{second}</span>
    </time>
  )
}
