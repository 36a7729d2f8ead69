import { Clamped } from '../../kit/clamped.js'
import { formatCounted } from '../../kit/format.js'
import { ClaimLine } from './claim-line.js'
import type { EntryProps } from './entry-of.js'

/** Words of a human, or ours as the client delivered them. */
export function SaidEntry({ who, text, isLarge = false }: SaidEntryProps) {
  return (
    <div className={isLarge ? 'rounded bg-accent-wash px-3 py-2' : ''}>
      <p className="label">{who}</p>
      <Clamped
        text={text}
        lines={6}
        className={`said ${isLarge ? 'text-lg leading-snug' : 'text-soft'}`}
      />
    </div>
  )
}

export function StopEntry({ entry }: EntryProps<'stop'>) {
  const notes = [
    ...(entry.planMode ? ['in plan mode'] : []),
    ...(entry.backgroundTasks > 0 ? [formatCounted(entry.backgroundTasks, 'background task')] : []),
  ]
  return (
    <div>
      <p className="label">
        The agent stopped{notes.length > 0 && <span> ({notes.join(', ')})</span>}
      </p>
      {entry.text === null ? (
        <p className="text-faint">Its last message is not known.</p>
      ) : (
        <Clamped text={entry.text} lines={5} className="said" />
      )}
    </div>
  )
}

export function ClaimEntry({ entry }: EntryProps<'claim'>) {
  return (
    <div>
      <p className="label">It claims</p>
      <ClaimLine claim={entry.claim} />
    </div>
  )
}

/** What we said, to the agent or to its human. */
export function OursEntry({
  title,
  moment,
  text,
}: {
  title: string
  moment: string
  text: string
}) {
  return (
    <div className="rounded border border-warn bg-warn-wash px-3 py-2">
      <p className="flex items-baseline justify-between gap-3">
        <strong className="text-warn">{title}</strong>
        <span className="text-xs text-soft">{moment}</span>
      </p>
      <Clamped text={text} lines={8} />
    </div>
  )
}

interface SaidEntryProps {
  who: string
  text: string
  isLarge?: boolean
}
