/**
 * The agent port: how one coding agent reaches us. A raw payload comes in and an AgentEvent goes
 * out; an Action comes in and what the client understands goes out. An adapter decides nothing and
 * reads nothing but what it is handed.
 */
import type { Action } from './schema/action.js'
import type { AgentEvent } from './schema/agent-event.js'
import type { TokenUsage } from './schema/token-usage.js'
import type { SessionFacts, TranscriptEntry } from './schema/transcript.js'

/** What a client can do; shared code asks these and never which client it is. */
export interface AgentCapabilities {
  /** A stop can be answered with "go on". */
  canContinue: boolean
  /** The client can be prompted while it is idle. */
  canPromptIdle: boolean
  /** Pushes in a row before the client ends the turn by itself; null when it has no cap. */
  maxContinuations: number | null
  /** What we add at such an event reaches the agent. */
  takesContext(kind: AgentEvent['kind']): boolean
  /** The client shows its user what the agent never sees. */
  hasToasts: boolean
}

/** What an adapter needs besides the payload to make an event of it. */
export interface DecodeContext {
  /** The event named on the command line; the payload's own name wins. */
  eventName: string | null
  /** Given to the event when the payload carries no id of its own. */
  id: string
  /** ISO instant of the delivery. */
  now: string
  /** Why the payload is not whole; null when it is. */
  degraded: string | null
  /** The call that it tells of failed, where the payload alone does not say so. */
  failed?: boolean
}

/**
 * What shows that a process was started by this client, however deep below it: what a person has to
 * agree to is not taken from there.
 */
export interface AgentTraces {
  /** Variables that the client sets for what it starts, and that no person's shell has. */
  variables: readonly string[]
  /** What its program is called. */
  programs: readonly string[]
  /** Programs in which both it and a person open terminals. */
  editors?: readonly string[]
  /** Parts of a path, with `/`, that only its program's files have. */
  paths: readonly string[]
}

/** Where a client keeps what it may do, for code that asks on behalf of a command. */
export interface PermitPlace {
  home: string
  projectRoot: string
  env: Readonly<Record<string, string | undefined>>
  /** The client's own word for what it may do without asking; null when it did not say. */
  permissionMode: string | null
  /** A settings file, bounded; null when there is none. */
  readText(file: string): string | null
}

/** Whether the client would run a command line by itself: in no sandbox, without asking a person. */
export type Permits = (line: string, place: PermitPlace) => boolean

/** How one coding agent reaches us. */
export interface Agent {
  id: string
  /** Absent for a client that leaves none. */
  traces?: AgentTraces
  capabilities: AgentCapabilities
  /** null for an event of the client's that means nothing to us; throws `payload-invalid`. */
  decode(payload: unknown, context: DecodeContext): AgentEvent | null
  /** The reply on standard output. An action that the client can't take is the empty reply. */
  encode(action: Action, event: AgentEvent): string
  /** What a refused payload is answered with; absent where the client would trip over it. */
  encodeRefusal?(text: string): string
  /** Folders under which this client keeps its transcripts. */
  transcriptRoots(home: string, env: Readonly<Record<string, string | undefined>>): string[]
  /** Those that hold whole sessions, for one who looks through all of them. @default transcriptRoots */
  sessionFolders?(home: string, env: Readonly<Record<string, string | undefined>>): string[]
  /** The client's own database of sessions, where it keeps one. */
  sessionDatabase?(home: string, env: Readonly<Record<string, string | undefined>>): string
  loadSessionDatabase?(): Promise<SessionDatabase>
  /**
   * For a client that writes its transcript behind the event: whether the last bytes, one character a
   * byte, show that it has caught up with this payload. null when there is nothing to wait for.
   */
  hasCaughtUp?(payload: unknown): ((tail: string) => boolean) | null
  /**
   * For a client that does not report an abort: the mark of the interrupt that its transcript ends
   * with, given its last bytes, one character a byte. null when it ends otherwise.
   */
  findInterrupt?(tail: string): string | null
  /** Absent for a client whose transcripts we can't read. */
  loadTranscriptReader?(): Promise<TranscriptReader>
  /** Absent for a client that sandboxes commands, asks before them, or doesn't tell. */
  loadPermits?(): Promise<Permits>
  /** Absent for a client that people connect by hand. */
  loadInstaller?(): Promise<AgentInstaller>
}

/** An entry before it has its place: the reader of the whole gives steps. */
export type EntryDraft = TranscriptEntry extends infer E
  ? E extends TranscriptEntry
    ? Omit<E, 'step'>
    : never
  : never

/** Where and when an entry stands, whatever its kind. */
export type EntryPlace = Pick<TranscriptEntry, 'at' | 'sidechain'>

/** Takes what a reader finds, in order. */
export interface TranscriptSink {
  entry(draft: EntryDraft): void
  facts(facts: Partial<SessionFacts>): void
  /** What the model read and wrote for one message; null where the client does not tell it. */
  usage(used: TokenUsage | null, message: UsageSource): void
  /** Something that the reader could not use, by the kind of its trouble. */
  skip(reason: string): void
}

/** The message that a model was used for. Under an id that was told, it is the same one again. */
export interface UsageSource {
  id: string | null
  at: string | null
  model: string | null
}

/** What a reader has to remember between two readings of a growing transcript; small, plain JSON. */
export type ReaderState = Record<string, unknown>

/** How a client's transcript becomes entries. Pure, tolerant, never throws. */
export interface TranscriptReader {
  /** The opening of a file (its first bytes, maybe torn) is in a form of this client's. */
  recognises(opening: string): boolean
  begin(): ReaderState
  /** Reads one JSON value: a line, or one of a document's `values`. Changes the state in place. */
  read(value: unknown, state: ReaderState, sink: TranscriptSink): void
  /** The values of a transcript that is one JSON document; absent when there is no such form. */
  values?(document: unknown): unknown[]
  /** The file beside a transcript that has what its lines lack; read as one more value, after them. */
  beside?(path: string): string
  /** For a transcript in many files: those files in order, as values. Absent when it is one file. */
  gather?(path: string, files: FileAccess): Promise<unknown[]>
}

/** Rows of a database that is only read. */
export type QueryRows = (sql: string, ...values: string[]) => Record<string, unknown>[]

/** How a client's database becomes documents that its reader has the `values` of. */
export interface SessionDatabase {
  /** `size` grows with the session; `changedAt` is in milliseconds; `folder` is where it was started. */
  list(query: QueryRows): { id: string; changedAt: number; size: number; folder: string | null }[]
  read(query: QueryRows, id: string): unknown
}

/** Bounded reading below the place that was named. */
export interface FileAccess {
  /** Names in a folder, sorted; empty when there is none. */
  list(folder: string): Promise<string[]>
  /** null when the file is missing, too large or no JSON. */
  readJson(file: string): Promise<unknown>
}

/** Where something is installed: for the user everywhere, or for the user in one project. */
export type InstallScope = 'user' | 'project'

export interface InstallPlace {
  scope: InstallScope
  home: string
  projectRoot: string
  env: Readonly<Record<string, string | undefined>>
  platform: NodeJS.Platform
}

/** The program that the client has to start; the agent's id and the event follow as arguments. */
export interface HookProgram {
  /** Absolute path of Node. */
  node: string
  /** Absolute path of the hook. */
  script: string
}

/** One entry of ours in a file of the client's. */
export interface InstalledHook extends HookProgram {
  /** What the hook is told: an event's name, or what else it is started for. */
  entry: string
  line: number
}

/** What a file of the client's says about us. */
export type Inspection =
  | {
      ok: true
      hooks: InstalledHook[]
      /** The setting, if any, by which the client runs no hook of ours. */
      switchedOff: { setting: string; line: number } | null
    }
  | { ok: false; line: number; problem: string }

/** Where a client looks for skills. */
interface SkillFolders {
  /** The one that a skill is put into. */
  folder(place: InstallPlace): string
  /** Every one that it reads, whatever the scope: a name should be in one of them only. */
  reads(place: InstallPlace): string[]
}

/**
 * How a client is told to call us. Pure: it says which files it is about and what would stand in
 * them; who calls it reads and writes. It changes nothing in a text but our own entries.
 */
export interface AgentInstaller {
  /** What people call the client. */
  title: string
  /** What shows that the client is on this machine. */
  signs(place: InstallPlace): { program: string; packageName: string; folder: string }
  skills: SkillFolders
  /** What we ask to be started for: mostly events. */
  entries: readonly string[]
  /** The file that our entries go into. */
  file(place: InstallPlace): string
  /** Every file in which the client may be told to run no hooks. */
  switches(place: InstallPlace): string[]
  inspect(text: string, file: string): Inspection
  /** The text with our entries; null is a file that isn't there. Throws `config-invalid`. */
  add(text: string | null, hook: HookProgram, file: string): string
  /** The text without our entries. `before` is what it was without them, where that is known. */
  remove(text: string, before: string | null, file: string): string
  /** Nothing is left in it that its owner would miss. */
  isBlank(text: string): boolean
  /** Only we write into its file, so that nothing is left of it without our entries. */
  ownsFile?: boolean
  /** What its user can look at when it runs none of our hooks, though they are installed. */
  whenSilent: string
  /** For a client that runs hooks only after its user trusted them. */
  trust?: HookTrust
}

/** How a client keeps what its user trusts: hooks as they stand, or folders. Pure, like the installer. */
export interface HookTrust {
  /** The file that the client keeps it in. */
  file(place: InstallPlace): string
  /** Why the client would pass over entries of ours, by what that file says; null where it runs them all. */
  findUntrusted(
    hooks: { file: string; text: string; place: InstallPlace },
    trusted: string,
  ): Untrusted | null
}

export interface Untrusted {
  /** In words: which hooks, and why. */
  what: string
  why: string
  /** Where the first of them stands. */
  line: number
  /** What the client does and what its user has to do. */
  rule: string
  remedy: string
}
