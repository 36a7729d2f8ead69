import type * as z from 'zod/mini'
import { ReflectError } from '../schema/error.js'
import { boundedFetch } from '../util/bounded-fetch.js'
import { clip } from '../util/clip.js'
import { isLoopback } from '../util/loopback.js'
import { parseJson } from '../util/parse-json.js'

export interface TeamAddress {
  url: string
  token: string | null
  signal?: AbortSignal
}

const PATIENCE_MS = 15_000

/** One question to a team's server. Its answer is bounded in time and size, and held to its contract. */
export async function askTeam<T extends z.ZodMiniType>(
  { url, token, signal }: TeamAddress,
  route: string,
  answer: T,
  body?: unknown,
): Promise<z.infer<T>> {
  const [method = '', path = ''] = route.split(' ')
  const { status, text } = await send(`${url}/api/team/v1${path}`, {
    method,
    headers: {
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
      remedy: 'What was not sent waits, and goes with the next `reflect sync`.',
    })
  }
}

const MAX_DETAIL = 200

function refusal(status: number, said: unknown): ReflectError {
  const { detail } = (said ?? {}) as { detail?: unknown }
  const why = typeof detail === 'string' ? clip(detail, MAX_DETAIL) : 'without a reason'
  const options =
    status === 401 ? { remedy: 'Log in with a new invite: `reflect login <link>`.' } : {}
  return new ReflectError('io-failed', `The team's server refuses (${status}): ${why}`, options)
}

/** A link of an invite: where the server is, and the code behind `#join=`. */
export function readInviteLink(link: string): { url: string; code: string } {
  const url = URL.canParse(link) ? new URL(link) : null
  const code = /^#join=([\w-]{20,200})$/.exec(url?.hash ?? '')?.[1]
  if (url === null || code === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new ReflectError('usage', 'That is no link of an invite', {
      remedy:
        'It looks like https://team.example.org/#join=…; an owner makes one with `reflect team invite`.',
    })
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ReflectError('usage', `${url.origin} is not encrypted: the token could be read`, {
      remedy: 'Use the https address of the server.',
    })
  }
  return { url: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, code }
}
