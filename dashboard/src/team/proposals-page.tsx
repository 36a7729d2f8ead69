import type { TeamProposal } from '../../../src/schema/api/team.js'
import { Badge } from '../kit/badge.js'
import { EmptyState } from '../kit/empty-state.js'
import { Page } from '../kit/page.js'
import { RelativeTime } from '../kit/relative-time.js'
import { Link } from '../router/link.js'
import { useLocation } from '../router/location.js'
import type { OpenProject } from './open-projects.js'
import { ProposalPage } from './proposal-page.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { useTeam, wholeList } from './use-team.js'

/** What members propose to each other, or the one that the address names. */
export function ProposalsPage({ me }: { me: OpenProject }) {
  const id = useLocation().pathname.split('/')[2]
  return id === undefined || id === '' ? (
    <ProposalList me={me} />
  ) : (
    <ProposalPage key={id} {...{ me, id }} />
  )
}

function ProposalList({ me }: { me: OpenProject }) {
  const answer = useTeam<{ proposals: TeamProposal[] }>('GET /proposals')
  return (
    <Page
      title="Proposals"
      lead={`Checks, skills and settings that members of ${me.project} propose. Each member decides on their own machine.`}
    >
      <TeamTable
        label="Proposals"
        list={wholeList(answer, ({ proposals }) => proposals)}
        columns={COLUMNS}
        idOf={({ id }) => id}
        empty={
          <EmptyState title="Nothing is proposed" command="reflect team propose check <name>">
            A check, a skill or a setting of yours that others may take over.
          </EmptyState>
        }
      />
    </Page>
  )
}

const COLUMNS: readonly TeamColumn<TeamProposal>[] = [
  {
    header: 'What',
    cell: ({ id, content, why }) => (
      <>
        <Badge>{content.kind}</Badge>{' '}
        <Link href={`/proposals/${id}`} className="measured font-semibold underline">
          {content.name}
        </Link>
        {why !== '' && <span className="block text-sm break-words text-soft">{why}</span>}
      </>
    ),
  },
  { header: 'Who', cell: ({ member }) => member },
  {
    header: 'When',
    isWideOnly: true,
    cell: ({ at }) => <RelativeTime at={at} className="text-soft" />,
  },
  { header: 'Accepted', cell: ({ accepted }) => <span className="measured">{accepted}</span> },
]
