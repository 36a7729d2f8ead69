import { openHost } from '../../wiring/open-host.js'
import type { Host } from '../../wiring/open-host.js'
import type { Inspect } from '../../wiring/programs.js'
import type { Store } from '../../store.js'
import { openStore, openWorkspace } from '../../wiring/workspace.js'
import type { Workspace } from '../../wiring/workspace.js'
import { startServer } from '../server.js'
import type { ReflectServer, ServerOptions } from '../server.js'
import { shareRepository } from '../share-repository.js'

export interface ServeAt extends Partial<Pick<ServerOptions, 'limits' | 'address' | 'log'>> {
  root: string
  home: string
  env: Readonly<Record<string, string | undefined>>
  pageDir?: string
  now?: () => Date
  inspect(store: Store): Inspect
}

export interface Served {
  server: ReflectServer
  workspace: Workspace
  host: Host
  store: Store
  /** A request with the token; what is given replaces it. */
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
    abort: () => controller.abort(),
    serve: async () => false,
    inspect: () => inspect(store),
    address: options.address ?? { host: '127.0.0.1', port: 0 },
    pageDir,
    version: '0.0.0-test',
    log,
    ...(options.limits === undefined ? {} : { limits: options.limits }),
  })
  return {
    server,
    workspace,
    host,
    store,
    ask: (place, init = {}) =>
      fetch(server.url + place, {
        ...init,
        headers: { authorization: `Bearer ${server.token}`, ...(init.headers as object) },
      }),
    async close() {
      controller.abort()
      await server.close()
      await store.close()
    },
  }
}
