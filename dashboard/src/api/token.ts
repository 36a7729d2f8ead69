import type { Login } from '../../../src/schema/api/access.js'
import { serverKnows } from './server-knows.js'

const KEY = 'reflectory.token'
const ANSWER_MS = 1000
const listeners = new Set<() => void>()
const siblings = new BroadcastChannel('reflectory.token')
let token: string | null = null
let isKnown = false

/**
 * The page's right to ask. It comes with the one-time link and stays in this tab; a further tab gets
 * it from one that is open. A process that has the port later can read what a tab keeps once that is loaded
 * from them; so it is not in `localStorage`, and `reflect serve --new-token` makes it worthless.
 */
export async function findToken(): Promise<void> {
  siblings.addEventListener(
    'message',
    (message: MessageEvent<Message>) => void answerSibling(message),
  )
  const code = new URLSearchParams(location.hash.slice(1)).get('login')
  if (code !== null) history.replaceState(null, '', location.pathname + location.search)
  const found = (code === null ? null : await exchange(code)) ?? readKept() ?? (await askSiblings())
  if (found !== null) become(found)
}

export const hasToken = (): boolean => token !== null

/** The token is sent only to a server that has shown that it knows it. Throws when no server answers. */
export async function authorization(): Promise<Record<string, string>> {
  if (token === null) return {}
  if (!isKnown) {
    const asked = token
    isKnown = await serverKnows(machinePart(asked))
    if (!isKnown && token === asked) forgetToken()
  }
  return token === null ? {} : { authorization: `Bearer ${token}` }
}

/** A person's session stands behind the token, and the server proves the token alone. */
const machinePart = (held: string): string => held.split('.')[0] ?? held

/** The connection broke: the next answer may come from another server. */
export function doubtServer(): void {
  isKnown = false
}

/** The server refused it. */
export const forgetToken = (): void => become(null)

export function onToken(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function become(next: string | null): void {
  token = next
  try {
    if (next === null) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, next)
  } catch {
    // Storage can be forbidden; the token then lasts as long as the page.
  }
  for (const listener of listeners) listener()
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(KEY)
  } catch {
    return null
  }
}

async function exchange(code: string): Promise<string | null> {
  const response = await fetch('/api/v1/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  }).catch(() => null)
  if (response === null || !response.ok) return null
  return ((await response.json()) as Login).token
}

function askSiblings(): Promise<string | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ANSWER_MS)
    siblings.addEventListener('message', ({ data }: MessageEvent<Message>) => {
      if (data.kind !== 'here') return
      clearTimeout(timer)
      resolve(data.token)
    })
    siblings.postMessage({ kind: 'who' } satisfies Message)
  })
}

/** The page that asks came from the process that has the port now. */
async function answerSibling({ data }: MessageEvent<Message>): Promise<void> {
  if (data.kind !== 'who' || token === null) return
  const isOurs = await serverKnows(machinePart(token)).catch(() => false)
  if (isOurs && token !== null) siblings.postMessage({ kind: 'here', token } satisfies Message)
}

type Message = { kind: 'who' } | { kind: 'here'; token: string }
