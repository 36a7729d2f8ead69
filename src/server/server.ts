/**
 * The HTTP server of one user: the API, the live feeds and the page over the stores of their projects.
 * It listens where it is told, and nowhere else; it keeps nothing of its own and may be killed at any
 * moment.
 */
import type { Server as HttpServer } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import type { Host } from '../wiring/open-host.js'
import type { Address, PageOptions, RunningServer } from '../wiring/programs.js'
import type { Workspace } from '../wiring/workspace.js'
import { noteServing } from './access/serving-file.js'
import { removeLinkPage, writeLinkPage } from './access/link-page.js'
import { openToken } from './access/token-file.js'
import type { ApiDeps } from './api/api-deps.js'
import { openApp } from './app.js'
import { linkHost } from './http/check-sender.js'
import { readPageFiles } from './http/page-files.js'
import { listen } from './listen.js'
import { openProjects } from './projects.js'
import type { OpenedProject } from './projects.js'

export interface ServerOptions extends PageOptions {
  host: Host
  workspace: Workspace
  env: ApiDeps['env']
  askRepository: ApiDeps['askRepository']
  platform: NodeJS.Platform
  /** Gives up what runs in the project. */
  abort(): void
  /** Runs what is due in another project, too; false when it did already. */
  serve(project: OpenedProject): Promise<boolean>
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

export const tokenFile = (dir: string): string => path.join(dir, 'serve-token')

export const urlOf = ({ host, port }: Address): string =>
  `http://${linkHost(host, addressesOfThisMachine())}:${port}`

/** Leads to one project; without it, to the one that the server was started for. */
export const linkOf = (url: string, code: string, project: string | null = null): string =>
  `${url}${project === null ? '' : `/p/${project}`}/#login=${code}`

/** What a user's server keeps lies beside the folders of the projects. */
export const serveDir = (stateDir: string): string => path.dirname(stateDir)

export async function startServer(options: ServerOptions): Promise<ReflectServer> {
  const { host, workspace, address, log } = options
  const dir = serveDir(workspace.stateDir)
  const token = await openToken(tokenFile(dir), { isNew: options.isNewToken ?? false })
  const projects = openProjects(options)
  const limits = options.limits ?? { maxBytes: MAX_BODY_BYTES, timeoutMs: BODY_TIMEOUT_MS }
  const app = openApp({
    projects,
    serve: options.serve,
    now: host.now,
    token,
    boundHost: address.host,
    interfaces: addressesOfThisMachine,
    whoAsks: options.whoAsks,
    platform: options.platform,
    onLogin: () => removeLinkPage(dir),
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
  const forget = await noteServing(dir, { ...address, port })
  const newLink = async () => linkOf(url, app.newCode(options.proof))
  return {
    port,
    url,
    token,
    tokenFile: tokenFile(dir),
    isForPerson: options.proof !== null,
    newLink,
    newLinkPage: async () => writeLinkPage(dir, await newLink()),
    async close() {
      removeLinkPage(dir)
      await forget()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await projects.close()
    },
  }
}
