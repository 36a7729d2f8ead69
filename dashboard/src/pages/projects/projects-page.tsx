import type { ProjectItem } from '../../../../src/schema/api/project.js'
import { useResource } from '../../api/resource.js'
import { formatCount } from '../../kit/format.js'
import { EmptyState } from '../../kit/empty-state.js'
import { Loaded } from '../../kit/loaded.js'
import { Page } from '../../kit/page.js'
import { Stat, Stats } from '../../kit/stat.js'
import { ProjectPanel } from './project-panel.js'
import { waitingIn } from './waiting-in.js'

/** All projects of this user: what waits, what keeps failing, where agents stop too early. */
export function ProjectsPage() {
  const projects = useResource('GET /projects')
  return (
    <Page
      title="Projects"
      lead="What waits for you, what keeps failing and where agents stop too early, over all of them."
    >
      <Loaded resource={projects}>{({ items }) => <Filled items={items} />}</Loaded>
    </Page>
  )
}

function Filled({ items }: { items: readonly ProjectItem[] }) {
  if (items.length === 0) {
    return <EmptyState title="No project has records yet." command="reflect install" />
  }
  const sum = (of: (figures: NonNullable<ProjectItem['figures']>) => number) =>
    items.reduce((total, { figures }) => total + (figures === null ? 0 : of(figures)), 0)
  return (
    <div className="grid gap-5">
      <Stats>
        <Stat label="Projects" value={formatCount(items.length)} />
        <Stat label="Wait for you" value={formatCount(sum(waitingIn))} note="in all projects" />
        <Stat
          label="Stopped too early"
          value={formatCount(sum(({ premature }) => premature))}
          note={`of ${formatCount(sum(({ judged }) => judged))} stops in 30 days`}
        />
        <Stat
          label="Keep failing"
          value={formatCount(sum(({ keepFailing }) => keepFailing))}
          note="open findings, and checks of imported sessions"
        />
      </Stats>
      <ul className="grid gap-5 lg:grid-cols-2">
        {items.map((item) => (
          <li key={item.id} className="min-w-0">
            <ProjectPanel item={item} />
          </li>
        ))}
      </ul>
    </div>
  )
}
