import type { ReactNode } from 'react'
import type { Resource } from '../api/resource.js'
import { ProblemState } from './problem-state.js'

/** Shows a resource once it is there; before that a quiet place, and a problem as a problem. */
export function Loaded<T>({ resource, children }: LoadedProps<T>) {
  const { data, problem, reload } = resource
  if (data === undefined && problem === undefined) return <Waiting />
  return (
    <>
      {problem !== undefined && (
        <div className="mb-4">
          <ProblemState problem={problem} onRetry={reload} />
        </div>
      )}
      {data !== undefined && children(data)}
    </>
  )
}

export function Waiting() {
  return (
    <p role="status" className="py-10 text-center text-faint">
      Loading …
    </p>
  )
}

interface LoadedProps<T> {
  resource: Resource<T>
  children: (data: T) => ReactNode
}
