import { useState } from 'react'
import type { FormEvent } from 'react'
import type { MadeTeamToken, NewTeamToken } from '../../../src/schema/api/team.js'
import { Button } from '../kit/button.js'
import { FIELD, Labelled } from '../kit/labelled.js'
import { NumberField } from '../kit/number-field.js'
import { Panel } from '../kit/panel.js'
import { callTeam } from './call-team.js'
import type { OpenProject } from './open-projects.js'
import { RoleField } from './role-field.js'
import { ShownOnce } from './shown-once.js'
import { useAct } from './use-act.js'

const EMPTY: NewTeamToken = { name: '', role: 'ingest', days: 365, scope: 'project' }

export function TokenPanel({ me, onMade }: { me: OpenProject; onMade(): void }) {
  const [asked, setAsked] = useState(EMPTY)
  const [made, setMade] = useState<MadeTeamToken>()
  const act = useAct()
  const change = (part: Partial<NewTeamToken>) => setAsked((before) => ({ ...before, ...part }))
  const make = (event: FormEvent) => {
    event.preventDefault()
    return act(async () => {
      setMade(await callTeam<MadeTeamToken>('POST /tokens', asked))
      setAsked(EMPTY)
      onMade()
    })
  }
  return (
    <Panel title="Make a token" note="for a machine, such as CI, that logs in again and again">
      <form onSubmit={(event) => void make(event)} className="flex flex-wrap items-end gap-3">
        <Labelled label="Name">
          {(id) => (
            <input
              id={id}
              required
              maxLength={64}
              pattern="[\p{L}\p{N}][\p{L}\p{N} ._@\-]*"
              title="Letters, digits, spaces and . _ @ -"
              autoComplete="off"
              placeholder="CI"
              value={asked.name}
              onChange={(event) => change({ name: event.target.value })}
              className={`${FIELD} w-36`}
            />
          )}
        </Labelled>
        <RoleField value={asked.role} onChange={(role) => change({ role })} />
        <NumberField
          label="Days"
          value={asked.days}
          max={365}
          onChange={(days) => change({ days })}
        />
        {me.scope === 'all' && (
          <label className="flex h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={asked.scope === 'all'}
              onChange={(event) => change({ scope: event.target.checked ? 'all' : 'project' })}
            />
            for all projects
          </label>
        )}
        <Button type="submit" look="strong">
          Make a token
        </Button>
      </form>
      {made !== undefined && (
        <ShownOnce
          command={`reflect login ${made.url ?? location.origin}/#token=${made.token}${made.scope === 'all' ? ` --project ${me.project}` : ''}`}
        >
          {made.name} logs in with it, as {made.role}
          {made.scope === 'all' && ', to whichever project the command names'}:
        </ShownOnce>
      )}
    </Panel>
  )
}
