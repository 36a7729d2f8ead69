import type { ProjectItem } from '../../../src/schema/api/project.js'
import { useProjects } from '../api/projects.js'
import type { Tab } from '../tab.js'
import { Link } from '../router/link.js'
import { chosenProject } from '../router/location.js'
import { tabs } from '../tabs.js'
import { LiveMark } from './live-mark.js'
import { Brand } from './brand.js'
import { ProjectSwitch } from './project-switch.js'
import { SchemeSwitch } from './scheme-switch.js'

/** A column at the side of a wide screen, a bar above a narrow one. */
export function TopBar({ current }: { current: Tab | null }) {
  const { items, current: project } = useProjects()
  const choice = {
    items: items.map((item) => toChoice(item, items)),
    current: chosenProject ?? project?.id ?? '',
  }
  return (
    <header className="border-b border-line bg-sunken lg:border-r lg:border-b-0">
      <div className="flex flex-col lg:sticky lg:top-0 lg:h-dvh">
        <div className="flex items-center justify-between gap-3 px-4 pt-3 pb-2 lg:pt-6 lg:pb-5">
          <Brand />
          <span className="flex min-w-0 items-center gap-1 lg:hidden">
            <ProjectSwitch {...choice} />
            <LiveMark />
            <SchemeSwitch />
          </span>
        </div>
        <div className="hidden px-4 pb-4 lg:block">
          <ProjectSwitch {...choice} />
        </div>
        <nav aria-label="Pages" className="min-w-0 lg:flex-1">
          <ul className="flex flex-wrap gap-x-1 px-2.5 pb-1 lg:flex-col lg:gap-0.5">
            {tabs.map((tab) => (
              <li key={tab.label}>
                <Entry tab={tab} isCurrent={tab === current} />
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center justify-between border-t border-line px-4 py-3 lg:flex">
          <LiveMark />
          <SchemeSwitch />
        </div>
      </div>
    </header>
  )
}

/** The name, and the folder where two have the same name. */
function toChoice({ id, name, root, problem }: ProjectItem, all: readonly ProjectItem[]) {
  const isUnique = all.filter((other) => other.name === name).length === 1
  const label = isUnique || root === null ? name : `${name} (${root})`
  return { id, label, isDisabled: problem !== null }
}

function Entry({ tab, isCurrent }: { tab: Tab; isCurrent: boolean }) {
  const look = isCurrent
    ? 'border-accent font-semibold text-ink lg:bg-raised'
    : 'border-transparent text-soft hover:text-ink'
  return (
    <Link
      href={tab.pages[0].path}
      aria-current={isCurrent ? 'page' : undefined}
      className={`block border-b-2 px-2 py-1.5 whitespace-nowrap lg:rounded-r lg:border-b-0 lg:border-l-2 lg:px-3 ${look}`}
    >
      {tab.label}
    </Link>
  )
}
