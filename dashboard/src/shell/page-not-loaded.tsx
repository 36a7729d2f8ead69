import { useEffect, useRef } from 'react'
import { Problem, unreachable } from '../api/problem.js'
import { Page } from '../kit/page.js'
import { ProblemState } from '../kit/problem-state.js'
import { useLiveStatus } from '../live/live.js'

/** The code of a page did not arrive. */
export class PageNotLoaded extends Error {}

const OUTDATED = new Problem(
  0,
  'page-not-loaded',
  'The server has other code than this tab',
  'It was probably updated. Load the page again.',
)

/**
 * A browser may remember that code did not arrive, so only a reload helps: as soon as a server that
 * was gone is back, or when a person asks for it.
 */
export function NotLoaded() {
  const status = useLiveStatus()
  const wasGone = useRef(false)
  useEffect(() => {
    if (status === 'lost') wasGone.current = true
    else if (status === 'live' && wasGone.current) location.reload()
  }, [status])
  return (
    <Page title="This page is not loaded">
      {status === 'lost' ? (
        <ProblemState problem={unreachable()} />
      ) : (
        <ProblemState problem={OUTDATED} onRetry={() => location.reload()} />
      )}
    </Page>
  )
}
