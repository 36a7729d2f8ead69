import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'
import { findToken, hasToken, onToken } from '../api/token.js'
import { EmptyState } from '../kit/empty-state.js'
import { Waiting } from '../kit/loaded.js'
import { Mark } from './mark.js'

/** Shows the page to visitors with a link, and tells others where to get one. */
export function Access({ children }: { children: ReactNode }) {
  const [hasLooked, setLooked] = useState(false)
  const isIn = useSyncExternalStore(onToken, hasToken)
  useEffect(() => {
    void findToken().finally(() => setLooked(true))
  }, [])
  if (isIn) return children
  if (!hasLooked) return <Waiting />
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="flex flex-col items-center">
        <Mark />
        <h1 className="sr-only">Reflectory</h1>
        <EmptyState title="This page opens with a one-time link." command="reflect serve --open">
          This one was used, has expired, or is missing. Run this in the project’s folder for a new
          one, even while its server runs.
        </EmptyState>
      </div>
    </main>
  )
}
