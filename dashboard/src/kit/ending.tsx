import type { Ending } from '../../../src/schema/api/session.js'
import { Badge } from './badge.js'
import type { Tone } from './tone.js'

/** How a turn ended, in words for people; used wherever a session or turn is named. */
export const endings: Readonly<Record<Ending, { label: string; tone: Tone; meaning: string }>> = {
  done: { label: 'done', tone: 'good', meaning: 'The facts or a person say that it is done' },
  settled: {
    label: 'settled',
    tone: 'good',
    meaning: 'What it was sent back for is settled, by the record',
  },
  incomplete: {
    label: 'not done',
    tone: 'bad',
    meaning: 'The facts or a person say that something is missing',
  },
  needs_person: { label: 'needs you', tone: 'warn', meaning: 'Only a person can go on from here' },
  aborted: { label: 'aborted', tone: 'plain', meaning: 'The human stopped it' },
  capped: { label: 'gave up', tone: 'bad', meaning: 'It was sent back as often as allowed' },
  no_progress: { label: 'no progress', tone: 'bad', meaning: 'Sent back, and nothing changed' },
  errored: { label: 'errored', tone: 'bad', meaning: 'The client reported an error' },
  unproven: {
    label: 'unproven',
    tone: 'plain',
    meaning: 'Nothing speaks against it, and nothing proves that it is done',
  },
  unjudged: { label: 'not judged', tone: 'plain', meaning: 'Its last turn has no judged stop' },
  open: { label: 'open', tone: 'info', meaning: 'It is still going' },
}

export function EndingBadge({ ending }: { ending: Ending }) {
  const { label, tone, meaning } = endings[ending]
  return (
    <Badge tone={tone} title={meaning}>
      {label}
    </Badge>
  )
}
