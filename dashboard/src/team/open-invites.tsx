import type { TeamOpenInvite } from '../../../src/schema/api/team.js'
import { Badge } from '../kit/badge.js'
import { ConfirmButton } from '../kit/confirm.js'
import { RelativeTime } from '../kit/relative-time.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { wholeList } from './use-team.js'
import type { TeamAnswer } from './use-team.js'

/** Links that were made and not used: each still lets a person in. */
export function OpenInvitesTable({
  answer,
  onRevoke,
}: {
  answer: TeamAnswer<{ invites: TeamOpenInvite[] }>
  onRevoke: (id: string, name: string) => void
}) {
  return (
    <div className="mb-5">
      <TeamTable
        label="Open invites"
        list={wholeList(answer, ({ invites }) => invites)}
        columns={columnsFor(onRevoke)}
        idOf={({ id }) => id}
        empty={null}
      />
    </div>
  )
}

const columnsFor = (
  onRevoke: (id: string, name: string) => void,
): readonly TeamColumn<TeamOpenInvite>[] => [
  {
    header: 'Open invite',
    cell: ({ name, id }) => (
      <>
        {name ?? 'someone new'}
        <span className="measured block text-xs whitespace-nowrap text-faint">{id}</span>
      </>
    ),
  },
  { header: 'Role', cell: ({ role }) => <Badge>{role}</Badge> },
  { header: 'Made by', cell: ({ madeBy }) => madeBy ?? 'the server' },
  { header: 'Ends', isWideOnly: true, cell: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
  {
    header: 'Link',
    cell: ({ id, role }) => (
      <ConfirmButton
        label="Revoke"
        question={`Revoke this invite of a ${role}?`}
        consequence="Its link lets no one in from now on."
        onConfirm={() => onRevoke(id, `The invite ${id}`)}
      />
    ),
  },
]
