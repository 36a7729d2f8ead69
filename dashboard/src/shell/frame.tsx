import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useLocation } from '../router/location.js'

/** The bar and the page beside it. Another address puts the keyboard at the top of the new page. */
export function Frame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  const { pathname } = useLocation()
  const main = useRef<HTMLElement>(null)
  const before = useRef(pathname)
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
      {bar}
      <main id="main" ref={main} tabIndex={-1} className="min-w-0 outline-none">
        {children}
      </main>
    </div>
  )
}
