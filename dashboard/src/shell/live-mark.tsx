import { useLiveStatus } from '../live/live.js'
import type { LiveStatus } from '../live/live-stream.js'

const SAID: Readonly<Record<LiveStatus, { text: string; dot: string; title: string }>> = {
  connecting: { text: 'connecting', dot: 'bg-faint', title: 'Asking the server for live events' },
  live: { text: 'live', dot: 'bg-good', title: 'What happens shows without a reload' },
  lost: { text: 'reconnecting', dot: 'bg-warn', title: 'The server does not answer; trying again' },
}

export function LiveMark() {
  return <LiveStatusMark status={useLiveStatus()} />
}

export function LiveStatusMark({ status }: { status: LiveStatus }) {
  const { text, dot, title } = SAID[status]
  return (
    <span
      role="status"
      data-live={status}
      title={title}
      className="flex shrink-0 items-center gap-2 text-xs whitespace-nowrap text-soft"
    >
      <span aria-hidden="true" className={`size-2 rounded-full ${dot}`} />
      {text}
    </span>
  )
}
