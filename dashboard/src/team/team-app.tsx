import { useEffect, useState, useSyncExternalStore } from 'react'
import { EmptyState } from '../kit/empty-state.js'
import { Waiting } from '../kit/loaded.js'
import { ToastProvider } from '../kit/toast.js'
import { Mark } from '../shell/mark.js'
import { followScheme } from '../theme/scheme.js'
import { findTeamToken, hasTeamToken, onTeamToken } from './call-team.js'
import { TeamShell } from './team-shell.js'

followScheme()

/** The page of a team's server: what members sent, who is in, and who changed what. */
export function TeamApp() {
  const [hasLooked, setLooked] = useState(false)
  const isIn = useSyncExternalStore(onTeamToken, hasTeamToken)
  useEffect(() => {
    void findTeamToken().finally(() => setLooked(true))
  }, [])
  if (!hasLooked) return <Waiting />
  return <ToastProvider>{isIn ? <TeamShell /> : <Outside />}</ToastProvider>
}

/** Whoever came by an invite joins from a terminal: the token belongs to a machine. */
function Outside() {
  const isInvited = new URLSearchParams(location.hash.slice(1)).has('join')
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="flex max-w-full flex-col items-center">
        <Mark />
        <h1 className="sr-only">Reflectory</h1>
        {isInvited ? (
          <EmptyState title="You are invited." command={`reflect login ${location.href}`}>
            The invite works once. Run this in the folder of the project, on the machine that takes
            part.
          </EmptyState>
        ) : (
          <EmptyState title="This page opens with a one-time link." command="reflect team page">
            This one was used, has expired, or is missing. Run this in the folder of a project that
            is logged in.
          </EmptyState>
        )}
      </div>
    </main>
  )
}
