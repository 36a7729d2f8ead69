import { Suspense, useEffect, useRef } from 'react'
import { Waiting } from '../kit/loaded.js'
import { useLocation } from '../router/location.js'
import { findPage } from '../routes.js'
import { NotFound } from './not-found.js'
import { PageBoundary } from './page-boundary.js'
import { TopBar } from './top-bar.js'

/** Navigation and the page that the address names. A page that breaks leaves the rest standing. */
export function Shell() {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
  const page = findPage(pathname)
  useEffect(() => {
    if (before.current === pathname) return
    before.current = pathname
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[196px_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded bg-accent px-3 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <TopBar current={page?.section ?? null} />
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
        <PageBoundary key={pathname}>
          <Suspense fallback={<Waiting />}>
            {page === null ? <NotFound /> : <page.Page params={page.params} />}
          </Suspense>
        </PageBoundary>
      </main>
    </div>
  )
}
