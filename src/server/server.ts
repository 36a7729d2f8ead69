/**
 * The HTTP server of one project: its API, its live feed and its page over the project's store. It listens where it is told, and nowhere else; it keeps
 * nothing of its own and may be killed at any moment.
 */
import type { Server as HttpServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { openKeptLessons } from '../memory/kept-lessons.js'
import type { Host } from '../open-host.js'
import type { Address, PageOptions, RunningServer } from '../programs.js'
import { lessonFile } from '../workspace.js'
import type { Workspace } from '../workspace.js'
import { noteServing } from './access/serving-file.js'
import { removeLinkPage, writeLinkPage } from './access/link-page.js'
import { openToken } from './access/token-file.js'
import type { ApiDeps } from './api/api-deps.js'
import { openApp } from './app.js'
import { linkHost } from './http/check-sender.js'
import { readPageFiles } from './http/page-files.js'
import { listen } from './listen.js'
import { openLiveFeed } from './live/live-feed.js'

export interface ServerOptions extends PageOptions {
  host: Host
  workspace: Workspace
  env: ApiDeps['env']
  askRepository: ApiDeps['askRepository']
  /** @default 8 MiB in 30 seconds */
  limits?: { maxBytes: number; timeoutMs: number }
}

export interface ReflectServer extends RunningServer {
  token: string
  close(): Promise<void>
}

const MAX_BODY_BYTES = 8 * 1024 * 1024
const BODY_TIMEOUT_MS = 30_000
const HEADERS_TIMEOUT_MS = 10_000
const KEEP_ALIVE_MS = 65_000

const addressesOfThisMachine = (): string[] =>
  Object.values(os.networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? [])

export const tokenFile = (stateDir: string): string => path.join(stateDir, 'serve-token')

export const urlOf = ({ host, port }: Address): string =>
  `http://${linkHost(host, addressesOfThisMachine())}:${port}`

export const linkOf = (url: string, code: string): string => `${url}/#login=${code}`

export async function startServer(options: ServerOptions): Promise<ReflectServer> {
  const { host, workspace, env, inspect, address, log } = options
  const token = await openToken(tokenFile(workspace.stateDir), {
    isNew: options.isNewToken ?? false,
  })
  const { store } = host
  const lessons = openKeptLessons(workspace.loaded.values.lessons, {
    file: lessonFile(workspace),
    store,
    home: workspace.home,
  })
  const feed = openLiveFeed({ store, log })
  const limits = options.limits ?? { maxBytes: MAX_BODY_BYTES, timeoutMs: BODY_TIMEOUT_MS }
  const app = openApp({
    deps: { host, workspace, lessons, env, inspect, log, askRepository: options.askRepository },
    feed,
    token,
    boundHost: address.host,
    interfaces: addressesOfThisMachine,
    onLogin: () => removeLinkPage(workspace.stateDir),
    page: readPageFiles(options.pageDir),
    version: options.version,
    limits,
    log,
  })
  const server = createAdaptorServer({
    fetch: app.fetch,
    serverOptions: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      // The body has a limit of its own, which says so in words; this one is only the backstop.
      requestTimeout: limits.timeoutMs + HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: 1000,
      // Longer than clients keep a connection: none is closed while its next request is on the way.
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
  }) as HttpServer
  const port = await listen(server, address)
  const url = urlOf({ host: address.host, port })
  const forget = await noteServing(workspace.stateDir, port)
  const newLink = async () => linkOf(url, app.newCode())
  return {
    port,
    url,
    token,
    tokenFile: tokenFile(workspace.stateDir),
    newLink,
    newLinkPage: async () => writeLinkPage(workspace.stateDir, await newLink()),
    async close() {
      removeLinkPage(workspace.stateDir)
      await forget()
      feed.close()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await lessons.close()
    },
  }
}
