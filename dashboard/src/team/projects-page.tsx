import { Badge } from '../kit/badge.js'
import { EmptyState } from '../kit/empty-state.js'
import { Page } from '../kit/page.js'
import { RelativeTime } from '../kit/relative-time.js'
import type { OpenProject } from './open-projects.js'
import { TeamTable } from './team-table.js'
import type { TeamColumn } from './team-table.js'
import { wholeList } from './use-team.js'

/** The projects that are open to whoever looks. */
export function ProjectsPage({ projects }: { projects: readonly OpenProject[] }) {
  const answer = { data: projects, problem: undefined, reload: () => undefined }
  return (
    <Page title="Projects" lead="Those of this server that you are in.">
      <TeamTable
        label="Projects"
        list={wholeList(answer, (all) => all)}
        columns={COLUMNS}
        idOf={({ project }) => project}
        empty={
          <EmptyState title="There is no project yet" command="reflect team create <name>">
            Run this where the server runs. It prints the link for the first owner.
          </EmptyState>
        }
      />
    </Page>
  )
}

const COLUMNS: readonly TeamColumn<OpenProject>[] = [
  {
    header: 'Project',
    cell: ({ project }) => (
      // A full load: nothing of one project is kept while another is shown.
      <a href={`/p/${encodeURIComponent(project)}/`} className="font-semibold underline">
        {project}
      </a>
    ),
  },
  { header: 'You are', cell: ({ role }) => <Badge>{role}</Badge> },
  {
    header: 'Last sent',
    cell: ({ sentAt }) =>
      sentAt === null ? (
        <span className="text-faint">nothing yet</span>
      ) : (
        <RelativeTime at={sentAt} className="text-soft" />
      ),
  },
]
