import { Problem } from '../api/problem.js'
import { askTeam } from './ask-team.js'
import { currentProject, dropToken } from './open-projects.js'

/** Asks a route of the project that is shown, such as `GET /tokens`; throws a Problem. */
export async function callTeam<T>(route: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const current = currentProject()
  if (current === null) throw new Problem(404, 'not-found', 'No project is shown', null)
  const { token } = current
  try {
    const named = route.replace(' /', ` /projects/${encodeURIComponent(current.project)}/`)
    return await askTeam<T>(token, named, body, signal)
  } catch (failure) {
    if (failure instanceof Problem && failure.status === 401) dropToken(token)
    throw failure
  }
}
