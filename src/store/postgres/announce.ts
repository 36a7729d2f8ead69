/**
 * Tells the other servers of a database that a project has something new, and hears of it. A word that is
 * lost (a killed server, a cut network) costs a delay and no row: who listens reads the log from where it
 * was, is told to look when the connection is back, and looks now and then without being told.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { PgClient, PgPool } from './pg-library.js'

export interface Announcer {
  /** Something of this project was committed. */
  announce(project: string): void
  /** Called with the project that has something new; with null when it may be any of them. */
  subscribe(onAdded: (project: string | null) => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'reflectory'
/** The server takes one lock for all commits that notify, so this is its own, and a few a second. */
const SAY_EVERY_MS = 100
const FIRST_WAIT_MS = 200
const MAX_WAIT_MS = 5000

export function openAnnouncer(speaking: PgPool, openListening: () => PgPool): Announcer {
  const news = new Set<string>()
  const listeners = new Set<(project: string | null) => void>()
  let timer: NodeJS.Timeout | null = null
  let saying: Promise<unknown> = Promise.resolve()
  let listening: { stop(): Promise<void> } | null = null

  function say(): void {
    timer = null
    const projects = [...news]
    news.clear()
    saying = saying.then(() => notify(speaking, projects)).catch(ignore)
  }
  const tell = (project: string | null) => {
    for (const listener of listeners) listener(project)
  }
  return {
    announce(project) {
      news.add(project)
      timer ??= setTimeout(say, SAY_EVERY_MS)
    },
    subscribe(onAdded) {
      listeners.add(onAdded)
      listening ??= listen(openListening(), tell)
      return () => void listeners.delete(onAdded)
    },
    async close() {
      if (timer !== null) clearTimeout(timer)
      if (news.size > 0) say()
      await saying
      await listening?.stop()
    },
  }
}

async function notify(pool: PgPool, projects: readonly string[]): Promise<void> {
  const client = await pool.connect()
  try {
    const text = `SELECT pg_notify('${CHANNEL}', project) FROM unnest($1::text[]) AS project`
    await client.query({ text, values: [projects] })
    client.release()
  } catch {
    client.release(true)
  }
}

/** Holds one connection, and another one when that is lost. */
function listen(pool: PgPool, tell: (project: string | null) => void): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = listenUntil(stopping.signal, pool, tell)
  return {
    async stop() {
      stopping.abort()
      await running
      await pool.end()
    },
  }
}

async function listenUntil(
  signal: AbortSignal,
  pool: PgPool,
  tell: (project: string | null) => void,
): Promise<void> {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    const wasThere = await hear(signal, pool, tell).catch(() => false)
    waitMs = wasThere ? FIRST_WAIT_MS : Math.min(waitMs * 2, MAX_WAIT_MS)
    await sleep(waitMs, undefined, { signal }).catch(ignore)
  }
}

/** Until the connection is lost, or until it is told to stop; true when it was there. */
async function hear(
  signal: AbortSignal,
  pool: PgPool,
  tell: (project: string | null) => void,
): Promise<boolean> {
  const client: PgClient = await pool.connect()
  const lost = new Promise<void>((resolve) => {
    client.on('error', () => resolve())
    client.on('end', () => resolve())
    signal.addEventListener('abort', () => resolve())
    if (signal.aborted) resolve()
  })
  client.on('notification', ({ payload }) => tell(payload ?? null))
  try {
    await client.query(`LISTEN ${CHANNEL}`)
    // What was said before that, was not heard.
    tell(null)
    await lost
    return true
  } finally {
    client.release(true)
  }
}

const ignore = () => undefined
