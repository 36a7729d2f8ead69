import { useState } from 'react'
import type { TeamInvite, TeamRole } from '../../../src/schema/api/team.js'
import { Button } from '../kit/button.js'
import { Panel } from '../kit/panel.js'
import { callTeam } from './call-team.js'
import type { OpenProject } from './open-projects.js'
import { RoleField } from './role-field.js'
import { ShownOnce } from './shown-once.js'
import { useAct } from './use-act.js'

export function InvitePanel({ me, onMade }: { me: OpenProject; onMade: () => void }) {
  const [role, setRole] = useState<TeamRole>('member')
  const [invite, setInvite] = useState<TeamInvite>()
  const act = useAct()
  const make = () =>
    act(async () => {
      setInvite(await callTeam<TeamInvite>('POST /invites', { role, days: 7 }))
      onMade()
    })
  return (
    <Panel title="Invite a person" note="a link that works once, for a week">
      <div className="flex flex-wrap items-end gap-3">
        <RoleField value={role} onChange={setRole} mayOwn={me.scope === 'all'} />
        <Button look="strong" onClick={() => void make()}>
          Make a link
        </Button>
      </div>
      {invite !== undefined && (
        <ShownOnce command={`reflect login ${invite.url ?? location.origin}/#join=${invite.code}`}>
          It makes one {invite.role}, in the folder of the project:
        </ShownOnce>
      )}
    </Panel>
  )
}
