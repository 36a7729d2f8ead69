import type { LiveStatus } from '../live/live-stream.js'
import { Link } from '../router/link.js'
import { Brand } from '../shell/brand.js'
import { LiveStatusMark } from '../shell/live-mark.js'
import { ProjectSwitch } from '../shell/project-switch.js'
import { SchemeSwitch } from '../shell/scheme-switch.js'
import type { OpenProject } from './open-projects.js'

export interface TeamPage {
  path: string
  label: string
}

/** A column at the side of a wide screen, a bar above a narrow one. */
export function TeamBar({ projects, current, pages, shown, status }: TeamBarProps) {
  const marks = (
    <>
      {status === null ? <span /> : <LiveStatusMark status={status} />}
      <SchemeSwitch />
    </>
  )
  return (
    <header className="border-b border-line bg-sunken lg:border-r lg:border-b-0">
      <div className="flex flex-col lg:sticky lg:top-0 lg:h-dvh">
        <div className="flex items-center justify-between gap-3 px-4 pt-3 pb-2 lg:pt-6 lg:pb-5">
          <Brand />
          <span className="flex items-center gap-1 lg:hidden">{marks}</span>
        </div>
        {current !== null && <Where {...{ current, projects }} />}
        <nav aria-label="Pages" className="min-w-0 lg:flex-1">
          <ul className="flex flex-wrap gap-x-1 px-2.5 pb-1 lg:flex-col lg:gap-0.5">
            {pages.map((page) => (
              <li key={page.path}>
                <Link
                  href={page.path}
                  aria-current={page === shown ? 'page' : undefined}
                  className={`block border-b-2 px-2 py-1.5 whitespace-nowrap lg:rounded-r lg:border-b-0 lg:border-l-2 lg:px-3 ${page === shown ? 'border-accent font-semibold text-ink lg:bg-raised' : 'border-transparent text-soft hover:text-ink'}`}
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center justify-between border-t border-line px-4 py-3 lg:flex">
          {marks}
        </div>
      </div>
    </header>
  )
}

/** Which project, as whom, and the way to the others. */
function Where({ current, projects }: { current: OpenProject; projects: readonly OpenProject[] }) {
  const { project, name, role } = current
  const items = projects.map((one) => ({ id: one.project, label: one.project }))
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 pb-3 text-sm text-soft lg:flex-col lg:items-start">
      {items.length === 1 ? (
        <strong className="text-ink">{project}</strong>
      ) : (
        <>
          <ProjectSwitch items={items} current={project} />
          <a href="/" className="underline hover:text-ink">
            All projects
          </a>
        </>
      )}
      <span>
        {name}, {role}
      </span>
    </div>
  )
}

interface TeamBarProps {
  projects: readonly OpenProject[]
  current: OpenProject | null
  pages: readonly TeamPage[]
  shown?: TeamPage
  /** null where nothing is watched. */
  status: LiveStatus | null
}
