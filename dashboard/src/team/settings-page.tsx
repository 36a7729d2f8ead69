import { useState } from 'react'
import type { FormEvent } from 'react'
import type { TeamSettings } from '../../../src/schema/api/team.js'
import { Button } from '../kit/button.js'
import { Waiting } from '../kit/loaded.js'
import { NumberField } from '../kit/number-field.js'
import { Page } from '../kit/page.js'
import { Panel } from '../kit/panel.js'
import { ProblemState } from '../kit/problem-state.js'
import { callTeam } from './call-team.js'
import type { OpenProject } from './open-projects.js'
import { useAct } from './use-act.js'
import { useTeam } from './use-team.js'

/** What a project decides for itself. */
export function SettingsPage({ me }: { me: OpenProject }) {
  const { data, problem, reload } = useTeam<TeamSettings>('GET /settings')
  return (
    <Page title="Settings" lead={`What the owners of ${me.project} decide. Changes are audited.`}>
      {problem !== undefined && <ProblemState problem={problem} onRetry={reload} />}
      {data === undefined && problem === undefined && <Waiting />}
      {data !== undefined && (
        <div className="grid gap-5">
          <KeepPanel settings={data} onChanged={reload} />
          <SharePanel settings={data} onChanged={reload} />
        </div>
      )}
    </Page>
  )
}

/** What was taken while messages were let in is not shown any more once they are not. */
function SharePanel({ settings, onChanged }: { settings: TeamSettings; onChanged(): void }) {
  const act = useAct()
  const takesMessages = settings.share === 'messages'
  const change = () =>
    act(async () => {
      await callTeam('PUT /settings', { share: takesMessages ? 'records' : 'messages' })
      onChanged()
    })
  return (
    <Panel title="Messages">
      <label className="flex max-w-[64ch] items-start gap-2">
        <input
          type="checkbox"
          className="mt-1"
          checked={takesMessages}
          onChange={() => void change()}
        />
        <span>
          Take and show what people and agents said
          <span className="block text-sm text-soft">
            Only of members who send it (<code className="measured">team.share: messages</code>).
          </span>
        </span>
      </label>
    </Panel>
  )
}

function KeepPanel({ settings, onChanged }: { settings: TeamSettings; onChanged(): void }) {
  const [days, setDays] = useState(settings.keepDays)
  const act = useAct()
  const save = (event: FormEvent) => {
    event.preventDefault()
    return act(async () => {
      await callTeam('PUT /settings', { keepDays: days })
      onChanged()
      return `Rows are kept for ${days} days`
    })
  }
  return (
    <Panel title="Retention">
      <p className="mb-3 max-w-[64ch] text-soft">
        Older rows are deleted from the server, once a day. What members fetched before stays with
        them, for as long as their own settings say.
      </p>
      <form onSubmit={(event) => void save(event)} className="flex flex-wrap items-end gap-3">
        <NumberField label="Keep rows for (days)" value={days} max={3650} onChange={setDays} />
        <Button type="submit" look="strong" disabled={days === settings.keepDays}>
          Save
        </Button>
      </form>
    </Panel>
  )
}
