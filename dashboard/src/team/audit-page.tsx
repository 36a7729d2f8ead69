import type { TeamAction, TeamAudit, TeamAuditLine } from '../../../src/schema/api/team.js'
import { Page } from '../kit/page.js'
import { RelativeTime } from '../kit/relative-time.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { useTeamList } from './use-team.js'

/** Who changed what, and when. */
export function AuditPage() {
  const list = useTeamList('GET /audit', read)
  return (
    <Page title="Audit" lead="Who changed what, and when. Newest first.">
      <TeamTable
        label="Audit"
        list={list}
        columns={COLUMNS}
        idOf={({ at, actor, action, subject }) => [at, actor, action, subject].join(' ')}
        empty={null}
      />
    </Page>
  )
}

const read = ({ lines, next }: TeamAudit) => ({ items: lines, next })

const SAID: Readonly<Record<TeamAction, string>> = {
  'create-project': 'made the project',
  'create-token': 'made a token for',
  invite: 'invited',
  join: 'joined as',
  leave: 'logged out of',
  keep: 'decided to keep rows for',
  'open-page': 'opened the page as',
  revoke: 'revoked',
  share: 'lets the project take',
  propose: 'proposed',
  withdraw: 'withdrew',
  forget: 'deleted what was sent by',
}

const COLUMNS: readonly TeamColumn<TeamAuditLine>[] = [
  { header: 'Who', cell: ({ name }) => name ?? 'the server' },
  {
    header: 'Did',
    cell: ({ action, subject }) => (
      <>
        {SAID[action as TeamAction]} <span className="measured">{subject}</span>
      </>
    ),
  },
  { header: 'When', cell: ({ at }) => <RelativeTime at={at} className="text-soft" /> },
]
