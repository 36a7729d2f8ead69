import { openHost } from '../../wiring/open-host.js'
import type { Host } from '../../wiring/open-host.js'
import type { PageOptions } from '../../wiring/programs.js'
import type { Store } from '../../store.js'
import { openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { startServer } from '../server.js'
import type { ReflectServer, ServerOptions } from '../server.js'
import { shareRepository } from '../share-repository.js'

const AT_TERMINAL = { kind: 'terminal', terminal: 'of a test' } as const

export interface ServeAt extends Partial<
  Pick<ServerOptions, 'limits' | 'address' | 'log' | 'whoAsks'>
> {
  root: string
  home: string
  env: Readonly<Record<string, string | undefined>>
  pageDir?: string
  now?: () => Date
  inspect: PageOptions['inspect']
}

export interface Served {
  server: ReflectServer
  workspace: Workspace
  host: Host
  store: Store
  /** A request with a person's session; what is given replaces it. */
  ask(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

/** A server over a project that is there, on a free port; nothing that is due in it is done. */
export async function serveAt({ root, home, env, inspect, ...options }: ServeAt): Promise<Served> {
  const { now = () => new Date(), pageDir = null, log = console.error } = options
  const platform = process.platform
  const workspace = await openWorkspace({ cwd: root, env, home, platform, now: now() })
  const store = await openStore(workspace, { busyTimeoutMs: 5000, drainRows: 0 })
  const controller = new AbortController()
  const host = openHost({ workspace, store, env, home, platform, now, signal: controller.signal })
  const server = await startServer({
    host,
    workspace,
    env,
    askRepository: shareRepository(),
    platform,
    // Whoever runs the tests is a person at a terminal.
    proof: 'the terminal of a test',
    whoAsks:
      options.whoAsks ??
      (async (pid) => ({ person: AT_TERMINAL, processes: [String(pid)], isBrowser: true })),
    abort: () => controller.abort(),
    serve: async () => false,
    inspect,
    address: options.address ?? { host: '127.0.0.1', port: 0 },
    pageDir,
    version: '0.0.0-test',
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  const code = new URL(await server.newLink()).hash.replace('#login=', '')
  const login = await fetch(`${server.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  })
  const { token } = (await login.json()) as { token: string }
  return {
    server,
    workspace,
    host,
    store,
    ask: (place, init = {}) =>
      fetch(server.url + place, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
      }),
    async close() {
      controller.abort()
      await server.close()
      await store.close()
    },
  }
}
