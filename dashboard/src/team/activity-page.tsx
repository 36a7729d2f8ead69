import type { TeamActivity } from '../../../src/schema/api/team.js'
import { Badge } from '../kit/badge.js'
import { EmptyState } from '../kit/empty-state.js'
import { Page } from '../kit/page.js'
import { RelativeTime } from '../kit/relative-time.js'
import type { Tone } from '../kit/tone.js'
import type { LiveStream } from '../live/live-stream.js'
import type { OpenProject } from './open-projects.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { useTeamList } from './use-team.js'

type Item = TeamActivity['items'][number]

/** What members sent, as it comes in. */
export function ActivityPage({ me, live }: { me: OpenProject; live: LiveStream }) {
  const list = useTeamList('GET /activity', read, live)
  return (
    <Page
      title="Activity"
      lead={`What members of ${me.project} sent: checks that went red and what made them green, and how sessions ended.`}
    >
      <TeamTable
        label="Activity"
        list={list}
        columns={COLUMNS}
        idOf={({ id }) => String(id)}
        empty={
          <EmptyState title="Nothing was sent yet" command="reflect sync">
            Sessions of members send what has ended by themselves; this sends at once.
          </EmptyState>
        }
      />
    </Page>
  )
}

const read = ({ items, next }: TeamActivity) => ({ items, next })

const COLUMNS: readonly TeamColumn<Item>[] = [
  {
    header: 'What',
    cell: ({ kind, subject, detail }) => (
      <>
        {kind === 'episode' ? <code className="measured">{subject}</code> : `session of ${subject}`}
        {detail !== '' && <span className="block text-sm text-soft">{detail}</span>}
      </>
    ),
  },
  {
    header: 'Ended',
    cell: ({ state }) => <Badge tone={TONES[state] ?? 'plain'}>{state}</Badge>,
  },
  { header: 'Who', cell: ({ member }) => member },
  {
    header: 'When',
    isWideOnly: true,
    cell: ({ at }) => <RelativeTime at={at} className="text-soft" />,
  },
]

const TONES: Readonly<Record<string, Tone>> = {
  resolved: 'good',
  completed: 'good',
  abandoned: 'warn',
  failed: 'bad',
}
