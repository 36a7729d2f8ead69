import type {
  BodyOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
  RouteName,
} from '../../../src/schema/api/routes.js'
import { chosenProject } from '../router/location.js'
import { Problem, readProblem, unreachable } from './problem.js'
import { authorization, doubtServer, forgetToken } from './token.js'

export type GetName = Extract<RouteName, `GET ${string}`>
export type PostName = Extract<RouteName, `POST ${string}`>
export type { ResponseOf }

/** What a route is asked with; empty and missing query values are left out. */
export interface RouteInput<N extends RouteName> {
  params?: ParamsOf<N>
  query?: Partial<Record<keyof QueryOf<N>, QueryValue>>
}
type QueryValue = string | number | boolean | null | undefined

const API = '/api/v1'
/** RouteInput of all projects; everything else of the one in the address. */
const isForAll = (name: RouteName): boolean => name === 'GET /projects'

/** The address of a route: its parts filled in, its query appended. */
export function addressOf<N extends RouteName>(name: N, asked: RouteInput<N> = {}): string {
  const params: Record<string, unknown> = { ...asked.params }
  const path = name
    .slice(name.indexOf('/'))
    .replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const given = Object.entries<QueryValue>(asked.query ?? {})
    .filter(([, value]) => value !== undefined && value !== null && value !== '')
    .map(([key, value]): [string, string] => [key, String(value)])
  const search = new URLSearchParams(given).toString()
  const inProject = chosenProject === null || isForAll(name) ? '' : `/projects/${chosenProject}`
  return `${API}${inProject}${path}${search === '' ? '' : `?${search}`}`
}

/** By address, since a component keeps that as its key. */
export const getJson = async <N extends GetName>(
  address: string,
  signal: AbortSignal,
): Promise<ResponseOf<N>> => send(address, { signal })

export const post = async <N extends PostName>(
  name: N,
  asked: RouteInput<N>,
  body: BodyOf<N>,
): Promise<ResponseOf<N>> =>
  send(addressOf(name, asked), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

async function sendKnown(address: string, init: RequestInit): Promise<Response> {
  const headers = { accept: 'application/json', ...(await authorization()), ...init.headers }
  return fetch(address, { ...init, headers })
}

async function send<T>(address: string, init: RequestInit): Promise<T> {
  const response = await sendKnown(address, init).catch((error: unknown) => {
    if (init.signal?.aborted === true) throw error
    doubtServer()
    throw unreachable()
  })
  if (response.status === 401) forgetToken()
  if (!response.ok) throw await readProblem(response)
  return (await response.json().catch(() => {
    throw new Problem(response.status, 'not-json', 'The server did not send JSON', null)
  })) as T
}
