import { useEffect, useState, useSyncExternalStore } from 'react'
import type { TeamMe } from '../../../src/schema/api/team.js'
import { ProblemState } from '../kit/problem-state.js'
import { Waiting } from '../kit/loaded.js'
import { liveStream } from '../live/live-stream.js'
import type { LiveStream } from '../live/live-stream.js'
import { Link } from '../router/link.js'
import { useLocation } from '../router/location.js'
import { LiveStatusMark } from '../shell/live-mark.js'
import { Brand } from '../shell/brand.js'
import { SchemeSwitch } from '../shell/scheme-switch.js'
import { ActivityPage } from './activity-page.js'
import { AuditPage } from './audit-page.js'
import { forgetTeamToken, liveAddress, teamAuthorization } from './call-team.js'
import { PeoplePage } from './people-page.js'
import { useTeam } from './use-team.js'

/** Navigation, and the page that the address names. What only owners may see, others have no entry for. */
export function TeamShell() {
  const [live] = useState(() => liveStream(liveAddress, teamAuthorization, forgetTeamToken))
  useEffect(() => live.open(), [live])
  const { data: me, problem, reload } = useTeam<TeamMe>('GET /me')
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[196px_minmax(0,1fr)]">
      <TeamBar me={me} live={live} />
      <main id="main" className="min-w-0">
        {problem !== undefined && <ProblemState problem={problem} onRetry={reload} />}
        {me === undefined ? problem === undefined && <Waiting /> : <Shown me={me} live={live} />}
      </main>
    </div>
  )
}

const pagesOf = ({ role }: TeamMe) => [
  { path: '/', label: 'Activity' },
  ...(role === 'owner'
    ? [
        { path: '/people', label: 'People' },
        { path: '/audit', label: 'Audit' },
      ]
    : []),
]

function Shown({ me, live }: { me: TeamMe; live: LiveStream }) {
  const { pathname } = useLocation()
  const isOwner = me.role === 'owner'
  if (isOwner && pathname === '/people') return <PeoplePage me={me} />
  if (isOwner && pathname === '/audit') return <AuditPage />
  return <ActivityPage me={me} live={live} />
}

function TeamBar({ me, live }: { me: TeamMe | undefined; live: LiveStream }) {
  const { pathname } = useLocation()
  const status = useSyncExternalStore(live.onStatus, live.status)
  const pages = me === undefined ? [] : pagesOf(me)
  const current = pages.find(({ path }) => path === pathname) ?? pages[0]
  return (
    <header className="border-b border-line bg-sunken lg:border-r lg:border-b-0">
      <div className="flex flex-col lg:sticky lg:top-0 lg:h-dvh">
        <div className="flex items-center justify-between gap-3 px-4 pt-3 pb-2 lg:pt-6 lg:pb-5">
          <Brand />
          <span className="flex items-center gap-1 lg:hidden">
            <LiveStatusMark status={status} />
            <SchemeSwitch />
          </span>
        </div>
        {me !== undefined && (
          <p className="px-4 pb-3 text-sm text-soft">
            <strong className="text-ink">{me.project}</strong>
            <br />
            {me.name}, {me.role}
          </p>
        )}
        <nav aria-label="Pages" className="min-w-0 lg:flex-1">
          <ul className="flex gap-1 px-2.5 pb-1 lg:flex-col lg:gap-0.5">
            {pages.map((page) => (
              <li key={page.path}>
                <Link
                  href={page.path}
                  aria-current={page === current ? 'page' : undefined}
                  className={`block border-b-2 px-2 py-1.5 whitespace-nowrap lg:rounded-r lg:border-b-0 lg:border-l-2 lg:px-3 ${page === current ? 'border-accent font-semibold text-ink lg:bg-raised' : 'border-transparent text-soft hover:text-ink'}`}
                >
                  {page.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="hidden items-center justify-between border-t border-line px-4 py-3 lg:flex">
          <LiveStatusMark status={status} />
          <SchemeSwitch />
        </div>
      </div>
    </header>
  )
}
