import { useResource } from '../../api/resource.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { AgentsPanel } from './agents-panel.js'
import { ConfigPanel } from './config-panel.js'
import { DoctorPanel } from './doctor-panel.js'
import { NotTaken } from './not-taken.js'
import { ProjectPanel } from './project-panel.js'

export function SettingsPage() {
  const settings = useResource('GET /settings')
  return (
    <Page
      title="Settings"
      lead="What is in force in this project, where each value comes from, and whether everything works. Values are changed in their file; this page only reads."
    >
      <Loaded resource={settings}>
        {(data) => (
          <div className="grid gap-4 lg:grid-cols-2">
            <ProjectPanel settings={data} />
            <DoctorPanel />
            <AgentsPanel agents={data.agents} />
            <NotTaken settings={data} />
            <ConfigPanel rows={data.config} />
          </div>
        )}
      </Loaded>
    </Page>
  )
}
