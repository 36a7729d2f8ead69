import { Suspense, useEffect } from 'react'
import { ProjectsKnown } from '../api/projects.js'
import { Waiting } from '../kit/loaded.js'
import { navigate, useLocation } from '../router/location.js'
import { movedTo } from '../router/moved.js'
import { findPage } from '../find-page.js'
import { Frame } from './frame.js'
import { NotFound } from './not-found.js'
import { PageBoundary } from './page-boundary.js'
import { SearchBox } from './search-box.js'
import { TopBar } from './top-bar.js'
import { Views } from './views.js'

/** Navigation and the page that the address names. A page that breaks leaves the rest standing. */
export function Shell() {
  const { pathname } = useLocation()
  const moved = movedTo(pathname)
  useEffect(() => {
    if (moved !== null) navigate(moved + location.search, { replace: true })
  }, [moved])
  const page = findPage(moved ?? pathname)
  return (
    <ProjectsKnown>
      <Frame bar={<TopBar current={page?.tab ?? null} />}>
        <div className="mx-auto flex w-full max-w-[1240px] flex-wrap-reverse items-center gap-x-6 gap-y-2 px-4 pt-3 sm:px-7 sm:pt-4">
          {page !== null && <Views page={page} />}
          <SearchBox />
        </div>
        <PageBoundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            {page === null ? <NotFound /> : <page.Page params={page.params} />}
          </Suspense>
        </PageBoundary>
      </Frame>
    </ProjectsKnown>
  )
}
