import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { EmptyState } from '../kit/empty-state.js'
import { liveStream } from '../live/live-stream.js'
import type { LiveStream } from '../live/live-stream.js'
import { chosenProject, useLocation } from '../router/location.js'
import { Frame } from '../shell/frame.js'
import { ActivityPage } from './activity-page.js'
import { authorization, TEAM_API } from './ask-team.js'
import { AuditPage } from './audit-page.js'
import { currentProject, dropToken } from './open-projects.js'
import type { OpenProject } from './open-projects.js'
import { PeoplePage } from './people-page.js'
import { ProjectsPage } from './projects-page.js'
import { ProposalsPage } from './proposals-page.js'
import { SettingsPage } from './settings-page.js'
import { TeamBar } from './team-bar.js'
import type { TeamPage } from './team-bar.js'
import { WeeksPage } from './weeks-page.js'

/** Navigation, and the page that the address names: of one project, or the list of them. */
export function TeamShell({ projects }: { projects: readonly OpenProject[] }) {
  const current = currentProject()
  if (current !== null) return <ProjectShell {...{ current, projects }} />
  return (
    <Frame bar={<TeamBar {...{ projects, current: null, pages: [], status: null }} />}>
      {chosenProject === null ? (
        <ProjectsPage projects={projects} />
      ) : (
        <EmptyState title={`${chosenProject} is not open here`} command="reflect team page">
          You are not in a project of this name, or your access to it has ended. Run this in its
          folder.
        </EmptyState>
      )}
    </Frame>
  )
}

function ProjectShell({ current, projects }: ProjectShellProps) {
  const { token, project } = current
  const [live] = useState(() =>
    liveStream(
      `${TEAM_API}/projects/${encodeURIComponent(project)}/live`,
      async () => authorization(token),
      () => dropToken(token),
    ),
  )
  useEffect(() => live.open(), [live])
  const status = useSyncExternalStore(live.onStatus, live.status)
  const { pathname } = useLocation()
  const pages = pagesOf(current)
  const shown = pages.find(({ path }) => isWithin(path, pathname)) ?? pages[0]!
  return (
    <Frame bar={<TeamBar {...{ projects, current, pages, shown, status }} />}>
      <shown.Page me={current} live={live} />
    </Frame>
  )
}

const isWithin = (path: string, pathname: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`)

const MEMBER_PAGES: readonly ShownPage[] = [
  { path: '/', label: 'Activity', Page: ActivityPage },
  { path: '/weeks', label: 'Weeks', Page: WeeksPage },
  { path: '/proposals', label: 'Proposals', Page: ProposalsPage },
]
const OWNER_PAGES: readonly ShownPage[] = [
  ...MEMBER_PAGES,
  { path: '/people', label: 'People', Page: PeoplePage },
  { path: '/audit', label: 'Audit', Page: AuditPage },
  { path: '/settings', label: 'Settings', Page: SettingsPage },
]

/** What only owners may see, others have no entry for. */
const pagesOf = ({ role }: OpenProject) => (role === 'owner' ? OWNER_PAGES : MEMBER_PAGES)

interface ShownPage extends TeamPage {
  Page(shown: { me: OpenProject; live: LiveStream }): ReactNode
}

interface ProjectShellProps {
  current: OpenProject
  projects: readonly OpenProject[]
}
