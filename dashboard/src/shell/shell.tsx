import { Suspense } from 'react'
import { Waiting } from '../kit/loaded.js'
import { useLocation } from '../router/location.js'
import { findPage } from '../routes.js'
import { Frame } from './frame.js'
import { NotFound } from './not-found.js'
import { PageBoundary } from './page-boundary.js'
import { TopBar } from './top-bar.js'

/** Navigation and the page that the address names. A page that breaks leaves the rest standing. */
export function Shell() {
  const { pathname } = useLocation()
  const page = findPage(pathname)
  return (
    <Frame bar={<TopBar current={page?.section ?? null} />}>
      <PageBoundary key={pathname}>
        <Suspense fallback={<Waiting />}>
          {page === null ? <NotFound /> : <page.Page params={page.params} />}
        </Suspense>
      </PageBoundary>
    </Frame>
  )
}
