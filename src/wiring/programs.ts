/**
 * What a command needs of the servers that it starts. Entries import no other entry: the CLI knows these
 * types, the server and the MCP server have them, and `bin.ts` puts them together.
 */
import type { Readable, Writable } from 'node:stream'
import type { Env } from '../config/paths.js'
import type { Host } from './open-host.js'
import type { CheckList } from '../schema/api/check.js'
import type { DoctorReport, Settings } from '../schema/api/settings.js'
import type { Store } from '../store.js'
import type { SeenProcess } from './person/look-for-person.js'
import type { Surroundings } from './surroundings.js'
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
  /** Makes a project of a team, or finds one without an owner. */
  createTeamProject(input: TeamProjectInput): Promise<CreatedTeamProject>
  /** Returns a code that opens the page of all projects of a team's server, once. */
  linkTeamPage(input: TeamOperatorInput): Promise<string>
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
  /** Whether its links let a person decide, and not only read. */
  isForPerson: boolean
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
  /** Where the hook's files are, one of which delivers to a team. */
  hookDir: string
  /** null serves no page: tasks and the cycle run, nothing else. */
  page: PageOptions | null
  version: string
  /** Told what the background loop does. */
  log(line: string): void
}

export interface PageOptions {
  address: Address
  inspect(project: InspectedProject): Inspect
  /** The folder of the built page; null serves none. */
  pageDir: string | null
  version: string
  log(line: string): void
  /** What shows that a person starts it, in words; null when nothing does, and its links only read. */
  proof: string | null
  whoAsks: WhoAsks
  /** Holders of the old token lose access. @default false */
  isNewToken?: boolean
}

/** Who is behind a process of this machine. */
export type WhoAsks = (pid: number) => Promise<SeenProcess>

/** What is looked at. Sessions that were taken over have a state directory of their own, whatever their folder. */
export interface InspectedProject {
  root: string
  stateDir: string
  isImported: boolean
  store: Store
}

/** What needs to look at the machine, from the process that starts the server. */
export interface Inspect {
  settings(): Promise<Settings>
  checks(): Promise<Pick<CheckList, 'checks' | 'proposals'>>
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
  /** Where people reach it; null when that was not said. */
  publicUrl: string | null
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

export interface CreatedTeamProject {
  /** Makes a person its owner. */
  code: string
  /** false for one that was there, and has no owner. */
  isNew: boolean
}

export interface TeamOperatorInput {
  databaseUrl: string
  /** How the people of the projects see who looks; null when that is not known. */
  name: string | null
  now(): Date
}

export interface McpServerInput extends Surroundings {
  stdin: Readable
  stdout: Writable
  version: string
  /** Told what the client can't be told. */
  note(text: string): void
}
