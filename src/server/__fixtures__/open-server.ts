import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import os from 'node:os'
import path from 'node:path'
import type { ConfigInput } from '../../schema/config.js'
import type { Host } from '../../wiring/open-host.js'
import type { Inspect } from '../../wiring/programs.js'
import type { ReflectServer, ServerOptions } from '../server.js'
import { serveAt } from './serve-at.js'

export interface TestServer extends ReflectServer {
  base: string
  /** The project's folder in the state directory. */
  workspaceDir: string
  /** Its id. */
  project: string
  host: Host
  /** Lines that it logged. */
  logged: string[]
  /** A request with the token; what is given replaces it. */
  ask(path: string, init?: RequestInit): Promise<Response>
  post(path: string, body: unknown): Promise<Response>
  /** A request as its bytes say it, which no client library would send. */
  raw(input: RawRequest): Promise<RawReply>
  stop(): Promise<void>
}

interface RawRequest {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
}

interface RawReply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

export interface TestServerOptions extends Partial<
  Pick<ServerOptions, 'limits' | 'address' | 'whoAsks'>
> {
  /** @default the mode solo */
  config?: ConfigInput
  /** Files of a page, by name. */
  page?: Readonly<Record<string, string>>
  now?: () => Date
}

/** A server over a new project in a throw-away folder, on a free port. */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const base = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'reflectory-server-')))
  const [root, home, page] = ['repo', 'home', 'page'].map((name) => path.join(base, name)) as [
    string,
    string,
    string,
  ]
  for (const dir of [root, home, page]) mkdirSync(dir)
  const settings = path.join(home, '.config', 'reflectory')
  mkdirSync(settings, { recursive: true })
  writeFileSync(
    path.join(settings, 'reflection.yaml'),
    JSON.stringify({ mode: 'solo', ...options.config }),
  )
  for (const [name, text] of Object.entries(options.page ?? {})) {
    mkdirSync(path.dirname(path.join(page, name)), { recursive: true })
    writeFileSync(path.join(page, name), text)
  }
  const env = { PATH: process.env['PATH'], HOME: home, GIT_CONFIG_NOSYSTEM: '1' }
  const logged: string[] = []
  const { server, workspace, host, ask, close } = await serveAt({
    ...options,
    root,
    home,
    env,
    pageDir: page,
    inspect: () => NOTHING_TO_INSPECT,
    log: (line) => void logged.push(line),
  })
  return {
    ...server,
    base,
    workspaceDir: workspace.stateDir,
    project: path.basename(workspace.stateDir),
    host,
    logged,
    ask,
    post: (place, body) =>
      ask(place, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    raw: (input) => sendRaw(server.port, input),
    async stop() {
      await close()
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const NOTHING_TO_INSPECT: Inspect = {
  settings: async () => ({
    version: '0.0.0-test',
    project: '~/repo',
    isImported: false,
    mode: 'off',
    modeFrom: 'default',
    trust: 'none',
    pauses: [],
    stateDir: '~/state',
    database: null,
    spooled: 0,
    startedAt: '2026-03-01T09:00:00.000Z',
    config: [],
    ignored: [],
    aliases: [],
    problems: [],
    agents: [],
  }),
  checks: async () => ({ checks: [], proposals: [] }),
  doctor: async () => ({ at: '2026-03-01T09:00:00.000Z', checks: [] }),
}

function sendRaw(port: number, input: RawRequest): Promise<RawReply> {
  const { method = 'GET', path: place, headers = {}, body } = input
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path: place, headers, agent: false },
      (reply) => {
        let text = ''
        reply.setEncoding('utf8')
        reply.on('data', (chunk: string) => (text += chunk))
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, text }),
        )
        reply.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
