import type { TeamJoined } from '../../../src/schema/api/team.js'
import { readProblem, unreachable } from '../api/problem.js'

const API = '/api/team/v1'
const KEY = 'reflectory.team'
const listeners = new Set<() => void>()
let token: string | null = null

/** The right to ask comes with a one-time link and stays in this tab, for some hours. */
export async function findTeamToken(): Promise<void> {
  const code = new URLSearchParams(location.hash.slice(1)).get('login')
  if (code !== null) history.replaceState(null, '', location.pathname)
  const opened =
    code === null ? null : await callTeam<TeamJoined>('POST /login', { code }).catch(() => null)
  become(opened?.token ?? sessionStorage.getItem(KEY))
}

export const hasTeamToken = (): boolean => token !== null

export const teamAuthorization = async (): Promise<Record<string, string>> =>
  token === null ? {} : { authorization: `Bearer ${token}` }

export const forgetTeamToken = (): void => become(null)

export function onTeamToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const liveAddress = `${API}/live`

/** Asks a route such as `GET /me`; throws a Problem. */
export async function callTeam<T>(route: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await fetch(API + path, {
    method,
    headers: { 'content-type': 'application/json', ...(await teamAuthorization()) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  }).catch((error: unknown) => {
    if (signal?.aborted === true) throw error
    throw unreachable()
  })
  if (response.status === 401) forgetTeamToken()
  if (!response.ok) throw await readProblem(response)
  return (await response.json()) as T
}

function become(next: string | null): void {
  token = next
  if (next === null) sessionStorage.removeItem(KEY)
  else sessionStorage.setItem(KEY, next)
  for (const listener of listeners) listener()
}
