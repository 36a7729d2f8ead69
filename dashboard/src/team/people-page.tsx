import type { TeamForgotten, TeamOpenInvite, TeamToken } from '../../../src/schema/api/team.js'
import { Badge } from '../kit/badge.js'
import { ConfirmButton } from '../kit/confirm.js'
import { Page } from '../kit/page.js'
import { RelativeTime } from '../kit/relative-time.js'
import { callTeam } from './call-team.js'
import { InvitePanel } from './invite-panel.js'
import { OpenInvitesTable } from './open-invites.js'
import type { OpenProject } from './open-projects.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { TokenPanel } from './token-panel.js'
import { useAct } from './use-act.js'
import { useTeam, wholeList } from './use-team.js'

/** Who is in and with which token; owners invite and revoke here. */
export function PeoplePage({ me }: { me: OpenProject }) {
  const answer = useTeam<{ tokens: TeamToken[] }>('GET /tokens')
  const invites = useTeam<{ invites: TeamOpenInvite[] }>('GET /invites')
  const act = useAct()
  const revoke = (id: string, name: string) =>
    act(async () => {
      await callTeam(`DELETE /tokens/${encodeURIComponent(id)}`)
      answer.reload()
      invites.reload()
      return `${name} is out`
    })
  const forget = ({ person, name }: TeamToken) =>
    act(async () => {
      const route = `DELETE /people/${encodeURIComponent(person)}`
      let rows = 0
      for (let isDone = false; !isDone;) {
        const part = await callTeam<TeamForgotten>(route)
        rows += part.rows
        isDone = !part.more
      }
      return `${rows} rows of ${name} are deleted`
    })
  return (
    <Page title="People" lead={`Who is in ${me.project}, with which token, and when it was used.`}>
      <div className="mb-5 grid items-start gap-5 lg:grid-cols-2">
        <InvitePanel me={me} onMade={invites.reload} />
        <TokenPanel me={me} onMade={answer.reload} />
      </div>
      <OpenInvitesTable answer={invites} onRevoke={(id, name) => void revoke(id, name)} />
      <TeamTable
        label="Tokens"
        list={wholeList(answer, ({ tokens }) => tokens)}
        columns={columnsFor(me, {
          revoke: ({ id, name }) => void revoke(id, name),
          forget: (token) => void forget(token),
        })}
        idOf={({ id }) => id}
        empty={null}
      />
    </Page>
  )
}

const isOver = ({ expiresAt }: TeamToken): boolean => Date.parse(expiresAt) < Date.now()

const columnsFor = (
  me: OpenProject,
  { revoke, forget }: Record<'revoke' | 'forget', (token: TeamToken) => void>,
): readonly TeamColumn<TeamToken>[] => [
  {
    header: 'Name',
    cell: ({ name, id }) => (
      <>
        {name}
        <span className="measured block text-xs whitespace-nowrap text-faint">{id}</span>
      </>
    ),
  },
  {
    header: 'Role',
    cell: ({ role, scope }) => (
      <>
        <Badge>{role}</Badge>
        {scope === 'all' && <span className="block text-xs text-faint">of all projects</span>}
      </>
    ),
  },
  {
    header: 'Last used',
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <RelativeTime at={lastUsedAt} />),
  },
  {
    header: 'Ends',
    isWideOnly: true,
    cell: ({ expiresAt }) => <RelativeTime at={expiresAt} />,
  },
  {
    header: 'Token',
    cell: (token) => {
      if (token.revokedAt !== null || isOver(token)) {
        return (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone="warn">ended</Badge>
            <ConfirmButton
              label="Delete rows"
              question={`Delete all that ${token.name} sent?`}
              consequence="It goes from this server, and from the machines of the other members with their next delivery. It can't be brought back."
              onConfirm={() => forget(token)}
            />
          </span>
        )
      }
      // Whoever runs the server has it, and ends it.
      if (token.scope === 'all' && me.scope !== 'all') return <Badge>valid</Badge>
      return (
        <ConfirmButton
          label="Revoke"
          question={`Revoke the token of ${token.name}?`}
          consequence="It lets nothing in from now on, nor do pages that were opened with it and invites that its holder made. What it sent stays."
          onConfirm={() => revoke(token)}
        />
      )
    },
  },
]
