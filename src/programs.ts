/**
 * What a command needs of the servers that it starts. Entries import no other entry: the CLI knows these
 * types, the server and the MCP server have them, and `bin.ts` puts them together.
 */
import type { Readable, Writable } from 'node:stream'
import type { Env } from './config/paths.js'
import type { Host } from './open-host.js'
import type { DoctorReport, Settings } from './schema/api/settings.js'
import type { Store } from './store.js'
import type { Workspace } from './workspace.js'

export interface Programs {
  /**
   * This user's server at an address, or at any where none is named, when one runs there and lets our
   * token make links. From now on it serves this project, too.
   */
  findRunningServer(stateDir: string, address: Address | null): Promise<RunningServer | null>
  serveProject(input: ServeProjectInput): Promise<ServedProject>
  /** A team's server, for many projects and many machines. */
  serveTeam(input: ServeTeamInput): Promise<ServedTeam>
  /** Makes a project of a team; returns the code that makes a person its owner. */
  createTeamProject(input: TeamProjectInput): Promise<string>
  /** Serves one client; returns the exit code. */
  serveMcp(input: McpServerInput): Promise<number>
  describeMcpTools(): Promise<{ name: string; description: string }[]>
}

/** Where a server listens; the port 0 takes a free one. */
export interface Address {
  host: string
  port: number
}

/** A server as the person who starts or finds it needs it. */
export interface RunningServer {
  /** Where it listens, for people. */
  url: string
  port: number
  /** Where programs find the token. */
  tokenFile: string
  /** An address that lets one person in, once. */
  newLink(): Promise<string>
  /** A new link as a page that a browser can be given. */
  newLinkPage(): Promise<LinkPage>
}

/** A page on disk that leads on to a link, for its owner alone. */
export interface LinkPage {
  file: string
  remove(): void
}

export interface ServeProjectInput {
  host: Host
  workspace: Workspace
  /** Ends the host's signal. */
  abort(): void
  /** A folder that changes when another process writes to the store. */
  watchDir: string | null
  platform: NodeJS.Platform
  env: Env
  /** null serves no page: tasks and the cycle run, nothing else. */
  page: PageOptions | null
  version: string
  /** Told what the background loop does. */
  log(line: string): void
}

export interface PageOptions {
  address: Address
  inspect(project: { root: string; store: Store }): Inspect
  /** The folder of the built page; null serves none. */
  pageDir: string | null
  version: string
  log(line: string): void
  /** Whoever has the token of before is let in no more. @default false */
  isNewToken?: boolean
}

/** What needs to look at the machine, from whoever starts the server. */
export interface Inspect {
  settings(): Promise<Settings>
  doctor(): Promise<DoctorReport>
}

export interface ServedProject {
  server: RunningServer | null
  /** Resolves when nothing is due and nothing runs. */
  idle(): Promise<void>
  close(): Promise<void>
}

export interface ServeTeamInput {
  databaseUrl: string
  address: Address
  /** The folder of the built page; null serves none. */
  pageDir: string | null
  version: string
  now(): Date
  /** Told of failures. */
  log(line: string): void
}

export interface ServedTeam {
  port: number
  /** Lets what is under way end, for a while. */
  close(): Promise<void>
}

export interface TeamProjectInput {
  databaseUrl: string
  project: string
  now(): Date
}

export interface McpServerInput {
  cwd: string
  env: Env
  home: string
  /** Who works here; null when that is not known. */
  author: string | null
  platform: NodeJS.Platform
  now(): Date
  stdin: Readable
  stdout: Writable
  version: string
  /** Told what the client can't be told. */
  note(text: string): void
}
