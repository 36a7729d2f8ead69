import type * as z from 'zod/mini'
import { READS_LOOSELY } from '../schema/api/team.js'
import type { TeamScope } from '../schema/api/team.js'
import { ReflectError } from '../schema/error.js'
import { boundedFetch } from '../util/bounded-fetch.js'
import { oneLine } from '../util/one-line.js'
import { parseJson } from '../util/parse-json.js'
import { serverUrl } from './server-url.js'

export interface TeamAddress {
  url: string
  token: string | null
  /** Named in what is asked where the token is for all projects. */
  project?: string
  scope?: TeamScope | undefined
  signal?: AbortSignal
  headers?: Readonly<Record<string, string>>
}

const PATIENCE_MS = 15_000

/** One question to a team's server. Its answer is bounded in time and size, and held to its contract. */
export async function askTeam<T extends z.ZodMiniType>(
  { url, token, project, scope, signal, headers = {} }: TeamAddress,
  route: string,
  answer: T,
  body?: unknown,
): Promise<z.infer<T>> {
  const [method = '', path = ''] = route.split(' ')
  const within = scope === 'all' ? `/projects/${encodeURIComponent(project ?? '')}` : ''
  const { status, text } = await send(`${url}/api/team/v1${within}${path}`, {
    method,
    headers: {
      ...headers,
      ...READS_LOOSELY,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.any([
      AbortSignal.timeout(PATIENCE_MS),
      ...(signal === undefined ? [] : [signal]),
    ]),
  })
  const said = parseJson(text)
  if (status !== 200) throw refusal(status, said)
  const read = answer.safeParse(said)
  if (read.success) return read.data
  throw new ReflectError('io-failed', `${url} answers something that is no answer`, {
    remedy: 'Check that the address is that of a Reflectory team server of this version.',
  })
}

async function send(url: string, init: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const response = await boundedFetch(url, init)
    return { status: response.status, text: await response.text() }
  } catch (cause) {
    throw new ReflectError('io-failed', `${new URL(url).origin} can't be reached`, {
      cause,
      remedy: 'Check the address and your network; then try again.',
    })
  }
}

const MAX_DETAIL = 200
const REMEDIES: Readonly<Record<number, string>> = {
  401: 'Ask an owner for an invite (`reflect team invite`), and log in with it: `reflect login <link>`.',
  403: 'An owner of the project can do it; `reflect team` says what you may do.',
}

function refusal(status: number, said: unknown): ReflectError {
  const { detail } = (said ?? {}) as { detail?: unknown }
  // In quotes and on one line: what a server says is never in our voice.
  const why = typeof detail === 'string' ? `"${oneLine(detail, MAX_DETAIL)}"` : 'without a reason'
  const remedy = REMEDIES[status]
  const code = status === 404 ? 'not-found' : 'io-failed'
  const message = `The team's server refuses (${status}): ${why}`
  return new ReflectError(code, message, remedy === undefined ? {} : { remedy })
}

export interface LoginLink {
  url: string
  /** The code of an invite, or a token. */
  kind: 'join' | 'token'
  secret: string
}

/** The link of an invite or of a token: where the server is, and the secret behind `#`. */
export function readLoginLink(link: string): LoginLink {
  const url = URL.canParse(link) ? new URL(link) : null
  const found = /^#(join|token)=([\w-]{20,200})$/.exec(url?.hash ?? '')
  if (url === null || found === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ReflectError('usage', 'That is no login link', {
      remedy:
        'It looks like https://team.example.org/#join=…; an owner makes one with `reflect team invite`.',
    })
  }
  return {
    url: serverUrl(url),
    kind: found[1] as LoginLink['kind'],
    secret: found[2]!,
  }
}
