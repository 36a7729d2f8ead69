import { Link } from '../router/link.js'
import type { MatchedPage } from '../find-page.js'

/** The pages of a tab that has several, above each of them. */
export function Views({ page }: { page: MatchedPage }) {
  const views = page.tab.pages.filter(({ label }) => label !== undefined)
  if (views.length === 0) return null
  const current = views.findLast(({ path }) => isWithin(page.path, path))
  return (
    <nav aria-label={page.tab.label} className="min-w-0">
      <ul className="flex flex-wrap gap-x-1">
        {views.map((view) => (
          <li key={view.path}>
            <Link
              href={view.path}
              aria-current={view === current ? 'page' : undefined}
              className={`block border-b-2 px-2 py-1 text-sm whitespace-nowrap ${view === current ? 'border-accent text-ink' : 'border-transparent text-soft hover:text-ink'}`}
            >
              {view.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const isWithin = (path: string, view: string): boolean =>
  path === view || path.startsWith(`${view}/`)
