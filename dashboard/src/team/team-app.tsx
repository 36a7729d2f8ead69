import { useEffect, useSyncExternalStore } from 'react'
import { EmptyState } from '../kit/empty-state.js'
import { Waiting } from '../kit/loaded.js'
import { ProblemState } from '../kit/problem-state.js'
import { ToastProvider } from '../kit/toast.js'
import { Mark } from '../shell/mark.js'
import { followScheme } from '../theme/scheme.js'
import { findProjects, onOpenedProjects, openedProjects } from './open-projects.js'
import { TeamShell } from './team-shell.js'

followScheme()

/** The page of a team's server: what members sent, who is in, and who changed what. */
export function TeamApp() {
  const { isLooking, problem, tokens, projects } = useSyncExternalStore(
    onOpenedProjects,
    openedProjects,
  )
  useEffect(() => void findProjects(), [])
  if (isLooking) return <Waiting />
  return (
    <ToastProvider>
      {problem !== null && <ProblemState problem={problem} onRetry={() => void findProjects()} />}
      {problem === null && tokens.length === 0 && <Outside />}
      {problem === null && tokens.length > 0 && <TeamShell projects={projects} />}
    </ToastProvider>
  )
}

/** Whoever came by the link of an invite or a token logs in from a terminal: it is for a machine. */
function Outside() {
  const secrets = new URLSearchParams(location.hash.slice(1))
  return (
    <main className="grid min-h-dvh place-items-center">
      <div className="flex max-w-full flex-col items-center">
        <Mark />
        <h1 className="sr-only">Reflectory</h1>
        {secrets.has('join') || secrets.has('token') ? (
          <EmptyState
            title={secrets.has('join') ? 'You are invited.' : 'This is the token of a machine.'}
            command={`reflect login ${location.href}`}
          >
            {secrets.has('join') && 'The invite works once. '}
            Run this in the folder of the project, on the machine that takes part.
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
