import type { ReactNode } from 'react'
import type { TimelineEntry } from '../../../../src/schema/api/timeline.js'
import { toneInk } from '../../kit/tone.js'
import { CaptureEntry, CommandEntry, EditEntry, ToolEntry } from './done-entries.js'
import { isKey, toneOf } from './entry-looks.js'
import { ClockTime } from './clock-time.js'
import { LearnedEntry, NoteEntry, OutcomeEntry, RecalledEntry } from './memory-entries.js'
import { ClaimEntry, OursEntry, SaidEntry, StopEntry } from './said-entries.js'
import { CompactionEntry, HeldEntry, SessionEntry } from './state-entries.js'
import { VerdictEntry } from './verdict-entry.js'

/** One thing that happened: when, a mark on the rail, and what. */
export function TimelineEntryRow({ entry, project, isOfMany }: TimelineEntryRowProps) {
  const isMain = isKey(entry)
  return (
    <li
      data-kind={entry.kind}
      className="grid grid-cols-[3.1rem_1rem_minmax(0,1fr)] gap-x-2 px-3 sm:grid-cols-[4.4rem_1rem_minmax(0,1fr)] sm:px-4"
      style={isOfMany ? OFF_SCREEN : undefined}
    >
      <ClockTime at={entry.at} />
      <span aria-hidden="true" className="relative flex justify-center">
        <span className="absolute inset-y-0 w-px bg-line" />
        <span
          className={`relative mt-2.5 rounded-full ring-4 ring-raised ${isMain ? 'size-2.5' : 'size-1.5'}`}
          style={{ background: toneInk[toneOf(entry)] }}
        />
      </span>
      <div className="min-w-0 py-1">{contentOf(entry, project)}</div>
    </li>
  )
}

/** The browser lays such a row out when it comes near the screen. */
const OFF_SCREEN = { contentVisibility: 'auto', containIntrinsicSize: 'auto 40px' } as const

interface TimelineEntryRowProps {
  entry: TimelineEntry
  /** Its files are named as seen from there. */
  project: string | null
  isOfMany: boolean
}

function contentOf(entry: TimelineEntry, project: string | null): ReactNode {
  switch (entry.kind) {
    case 'human':
      return <SaidEntry who="Human" text={entry.text} isLarge />
    case 'stop':
      return <StopEntry entry={entry} />
    case 'claim':
      return <ClaimEntry entry={entry} />
    case 'verdict':
      return <VerdictEntry entry={entry} />
    case 'feedback':
      return entry.action === 'toast' ? (
        <SaidEntry who={FEEDBACK.toast} text={entry.text} />
      ) : (
        <OursEntry title={FEEDBACK[entry.action]} moment={entry.moment} text={entry.text} />
      )
    case 'nudge':
      return <OursEntry title="We nudged" moment={entry.moment} text={entry.text} />
    case 'delivered':
      return <SaidEntry who="Delivered to the agent" text={entry.text} />
    case 'tool':
      return <ToolEntry entry={entry} />
    case 'edit':
      return <EditEntry entry={entry} project={project} />
    case 'command':
      return <CommandEntry entry={entry} />
    case 'capture':
      return <CaptureEntry entry={entry} />
    case 'session':
      return <SessionEntry entry={entry} />
    case 'closed':
      return <HeldEntry text="Not judged" reason={entry.reason} />
    case 'held':
      return <HeldEntry text="Held back" reason={entry.reason} />
    case 'compaction':
      return <CompactionEntry entry={entry} />
    case 'learned':
      return <LearnedEntry entry={entry} />
    case 'recalled':
      return <RecalledEntry entry={entry} />
    case 'note':
      return <NoteEntry entry={entry} />
    case 'outcome':
      return <OutcomeEntry entry={entry} />
  }
}

const FEEDBACK = {
  continue: 'We sent it back',
  context: 'We added',
  toast: 'We told the human',
  error: 'We failed',
} as const
