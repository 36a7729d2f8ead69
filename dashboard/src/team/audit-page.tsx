import type { TeamAudit, TeamAuditLine } from '../../../src/schema/api/team.js'
import { Page } from '../kit/page.js'
import { RelativeTime } from '../kit/relative-time.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { useTeamList } from './use-team.js'

/** Who changed what, and when. */
export function AuditPage() {
  const list = useTeamList('GET /audit', read)
  return (
    <Page title="Audit" lead="Who made, invited, joined, opened the page and revoked.">
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

const SAID: Readonly<Record<TeamAuditLine['action'], string>> = {
  'create-project': 'made the project',
  invite: 'invited',
  join: 'joined as',
  'open-page': 'opened the page as',
  revoke: 'revoked',
}

const COLUMNS: readonly TeamColumn<TeamAuditLine>[] = [
  { header: 'Who', cell: ({ name }) => name ?? 'the server' },
  {
    header: 'Did',
    cell: ({ action, subject }) => (
      <>
        {SAID[action]} <span className="measured">{subject}</span>
      </>
    ),
  },
  { header: 'When', cell: ({ at }) => <RelativeTime at={at} className="text-soft" /> },
]
