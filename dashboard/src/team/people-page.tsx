import { useState } from 'react'
import type { TeamInvite, TeamMe, TeamRole, TeamToken } from '../../../src/schema/api/team.js'
import type { Problem } from '../api/problem.js'
import { Badge } from '../kit/badge.js'
import { Button } from '../kit/button.js'
import { CommandLine } from '../kit/command-line.js'
import { ConfirmButton } from '../kit/confirm.js'
import { Page } from '../kit/page.js'
import { Panel } from '../kit/panel.js'
import { RelativeTime } from '../kit/relative-time.js'
import { useToast } from '../kit/toast.js'
import { callTeam } from './call-team.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { useTeam } from './use-team.js'

/** Who is in and with which token; owners invite and revoke here. */
export function PeoplePage({ me }: { me: TeamMe }) {
  const { data, problem, reload } = useTeam<{ tokens: TeamToken[] }>('GET /tokens')
  const toast = useToast()
  const revoke = async ({ id, name }: TeamToken): Promise<void> => {
    try {
      await callTeam(`DELETE /tokens/${encodeURIComponent(id)}`)
      toast(`${name} is out`)
      reload()
    } catch (failure) {
      toast((failure as Problem).message, 'bad')
    }
  }
  const list = {
    items: data?.tokens ?? [],
    next: null,
    problem,
    isLoading: data === undefined && problem === undefined,
    showMore: () => undefined,
    reload,
  }
  return (
    <Page title="People" lead={`Who is in ${me.project}, with which token, and when it was used.`}>
      <InvitePanel />
      <TeamTable
        label="Tokens"
        list={list}
        columns={columnsFor((token) => void revoke(token))}
        idOf={({ id }) => id}
        empty={null}
      />
    </Page>
  )
}

const ROLES: readonly { role: TeamRole; may: string }[] = [
  { role: 'member', may: 'sends and fetches' },
  { role: 'viewer', may: 'fetches' },
  { role: 'ingest', may: 'sends and reads nothing, for machines such as CI' },
  { role: 'owner', may: 'also invites, revokes and sees the audit' },
]

/** The link is shown here and nowhere else: the server keeps a digest of it. */
function InvitePanel() {
  const [role, setRole] = useState<TeamRole>('member')
  const [invite, setInvite] = useState<TeamInvite>()
  const toast = useToast()
  const ask = async (): Promise<void> => {
    try {
      setInvite(await callTeam<TeamInvite>('POST /invites', { role, days: 7 }))
    } catch (failure) {
      toast((failure as Problem).message, 'bad')
    }
  }
  return (
    <Panel title="Invite" note="a link that works once, for a week" className="mb-5">
      <div className="flex flex-wrap items-end gap-3">
        <label className="flex min-w-0 flex-col">
          <span className="label">Role</span>
          <select
            value={role}
            onChange={(event) => setRole(event.target.value as TeamRole)}
            className="h-8 max-w-full min-w-0 rounded border border-line-strong bg-raised px-2 text-sm text-ink"
          >
            {ROLES.map((one) => (
              <option key={one.role} value={one.role}>
                {one.role}: {one.may}
              </option>
            ))}
          </select>
        </label>
        <Button look="strong" onClick={() => void ask()}>
          Make a link
        </Button>
      </div>
      {invite !== undefined && (
        <div role="status" className="mt-4 min-w-0">
          <p className="mb-1 text-soft">
            Shown this once. It makes one {invite.role}, in the folder of the project:
          </p>
          <CommandLine command={`reflect login ${location.origin}/#join=${invite.code}`} />
        </div>
      )}
    </Panel>
  )
}

const isOver = ({ expiresAt }: TeamToken): boolean => Date.parse(expiresAt) < Date.now()

const columnsFor = (revoke: (token: TeamToken) => void): readonly TeamColumn<TeamToken>[] => [
  {
    header: 'Name',
    cell: ({ name, id }) => (
      <>
        {name}
        <span className="measured block text-xs text-faint">{id}</span>
      </>
    ),
  },
  { header: 'Role', cell: ({ role }) => <Badge>{role}</Badge> },
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
    cell: (token) =>
      token.revokedAt !== null || isOver(token) ? (
        <Badge tone="warn">{token.revokedAt === null ? 'ended' : 'revoked'}</Badge>
      ) : (
        <ConfirmButton
          label="Revoke"
          question={`Revoke the token of ${token.name}?`}
          consequence="It lets nothing in from now on. What it sent stays."
          onConfirm={() => revoke(token)}
        />
      ),
  },
]
