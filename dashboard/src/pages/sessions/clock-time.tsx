import { exactTime } from '../../kit/relative-time.js'

const seconds = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' })

/** The time of day; in a timeline it says more than "5 min ago". */
export function ClockTime({ at }: { at: string }) {
  const [hour, minute, second] = seconds.format(new Date(at)).split(':')
  return (
    <time
      dateTime={at}
      title={exactTime(at)}
      className="measured pt-1.5 text-right text-xs text-faint"
    >
      {hour}:{minute}
      <span className="hidden sm:inline">:{second}</span>
    </time>
  )
}
