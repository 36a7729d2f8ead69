import { Problem, readProblem } from '../api/problem.js'

export const TEAM_API = '/api/team/v1'

export const authorization = (token: string | null): Record<string, string> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

/** Asks a route such as `GET /projects`; throws a Problem. */
export async function askTeam<T>(
  token: string | null,
  route: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await fetch(TEAM_API + path, {
    method,
    headers: { 'content-type': 'application/json', ...authorization(token) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error
    throw new Problem(0, 'unreachable', 'The server does not answer', null)
  })
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as T
}
