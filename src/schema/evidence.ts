import * as z from 'zod/mini'
import { Claim } from './claim.js'
import { StatedDemand } from './demand.js'
import { Episode } from './episode.js'
import { Count, Timestamp } from './scalar.js'
import { Sentence } from './sentence.js'
import { SessionFacts, SyntheticSource, Todo, ToolKind, ToolStatus } from './transcript.js'
import { UsageRow } from './token-usage.js'
import { WeakenedCheck } from './weakened-check.js'

export const CommandKind = z.enum([
  'test',
  'build',
  'typecheck',
  'lint',
  'format',
  'install',
  'git',
  'gh',
  'deploy',
  'migrate',
  'run',
  'other',
])
export type CommandKind = z.infer<typeof CommandKind>

/** Counts that a runner printed. */
export const TestCounts = z.strictObject({ passed: Count, failed: Count, skipped: Count })
export type TestCounts = z.infer<typeof TestCounts>

/**
 * One command that the agent ran, with what came of it. A line such as `npm run build && npm test`
 * is one run for each of its commands that has a kind of its own.
 */
export const CommandRun = z.strictObject({
  /** One line, bounded. */
  command: z.string(),
  /** The command without folder changes, variables, redirections and pagers: the same work, the same key. */
  key: z.string(),
  kind: CommandKind,
  exitCode: z.nullable(z.int()),
  /** Read from counts first, then from the exit code where that is the command's own; else unknown. */
  result: z.enum(['passed', 'failed', 'unknown']),
  /** Counts that the runner printed, where they could be read. */
  counts: z.nullable(TestCounts),
  /** Names of failing tests that the runner printed, at most five, one line each. */
  failing: z.array(z.string()),
  /** Files in which a compiler, linter or formatter found something; absent where none is named. */
  files: z.optional(z.array(z.string())),
  /** The line of the output that says how it ended, one line; empty when none was found. */
  gist: z.string(),
  /** The folder that its line changed to; absent where the session runs. */
  folder: z.optional(z.string()),
  /** Position in the session, so that "before the last edit" can be asked. */
  step: Count,
  /** Position in its command line; absent for the first. */
  part: z.optional(Count),
  /** When a check ended, where the transcript tells it. */
  endedAt: z.optional(z.string()),
  /** When what is no check ended, where the transcript tells it. */
  at: z.optional(z.string()),
  /** The human message (number, from 1) during whose turn it ran; 0 before the first. */
  turn: Count,
})
export type CommandRun = z.infer<typeof CommandRun>

/** One change of a file, in order. */
export const Edit = z.strictObject({
  file: z.string(),
  step: Count,
  turn: Count,
  /** Position in its command line; absent for the first. */
  part: z.optional(Count),
  /** Documentation, comments, or made by a formatter: such an edit makes no check stale. */
  inert: z.boolean(),
  creates: z.boolean(),
  /** Nothing but a command's words tell of it; `git`: they bring in what others wrote or what was before. */
  inferred: z.optional(z.enum(['command', 'git'])),
  /** When the call was made; absent where the transcript does not tell it. */
  at: z.optional(z.string()),
  /** When its file was last modified; null when the tree has no such change. Absent without a tree. */
  modifiedAt: z.optional(z.nullable(z.string())),
})
export type Edit = z.infer<typeof Edit>

/** A flag rests on the words of one human message. */
const Flag = z.nullable(z.strictObject({ message: z.int().check(z.gte(1)), quote: z.string() }))

/** What the human's words ask for or forbid. null: nothing was said. Later messages win. */
export const RequestFlags = z.strictObject({
  /** Look, explain, research: no change is wanted. */
  readOnly: Flag,
  planOnly: Flag,
  /** A change of the code is asked for. */
  change: Flag,
  testsWanted: Flag,
  /** A test that fails is what was asked for. */
  redExpected: Flag,
  commitWanted: Flag,
  pushWanted: Flag,
  prWanted: Flag,
  noPush: Flag,
  deployWanted: Flag,
})
export type RequestFlags = z.infer<typeof RequestFlags>

const Request = z.strictObject({
  /** Human messages, numbered from 1; when there are too many, the first and the last ones. */
  messages: z.array(z.strictObject({ number: Count, step: Count, text: z.string() })),
  /** How many there were in all. */
  total: Count,
  flags: RequestFlags,
})

/** A number that measures something, and in what. */
const Figure = z.strictObject({ value: z.number(), digits: z.number(), unit: z.string() })

const recentCommon = { step: Count, at: z.nullable(z.string()) }

/** The latest happenings in order, for loops and stalls. Keys are hashes: equal means the same. */
export const RecentItem = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('call'),
    ...recentCommon,
    tool: z.string(),
    toolKind: ToolKind,
    /** The command, the files or the arguments: one line, bounded. */
    action: z.string(),
    /** Tool and arguments; white space and long runs of digits don't count. */
    actionKey: z.string(),
    status: ToolStatus,
    exitCode: z.nullable(z.int()),
    /** Head and tail of the output, bounded, one line. */
    output: z.string(),
    /** What its output measures or tells with a unit; absent without a figure. */
    figures: z.optional(z.array(Figure)),
    /** Its output says that it measured. */
    measures: z.optional(z.literal(true)),
    /** The whole output; null while pending. */
    resultKey: z.nullable(z.string()),
    sidechain: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('message'),
    ...recentCommon,
    text: z.string(),
    key: z.string(),
    completed: z.boolean(),
    outputTokens: z.nullable(Count),
  }),
  z.strictObject({ kind: z.literal('human'), ...recentCommon }),
  z.strictObject({ kind: z.literal('synthetic'), ...recentCommon, source: SyntheticSource }),
  z.strictObject({ kind: z.literal('compaction'), ...recentCommon }),
  z.strictObject({ kind: z.literal('interrupt'), ...recentCommon }),
  z.strictObject({ kind: z.literal('error'), ...recentCommon, text: z.string() }),
])
export type RecentItem = z.infer<typeof RecentItem>

/** What left the machine or entered history, by commands that succeeded. */
const Delivery = z.strictObject({
  commits: Count,
  lastCommitStep: z.nullable(Count),
  lastPush: z.nullable(
    z.strictObject({
      step: Count,
      /** The branch that was named; null when the command named none. */
      branch: z.nullable(z.string()),
      command: z.string(),
    }),
  ),
  pullRequest: z.nullable(
    z.strictObject({
      step: Count,
      /** null when its number was not printed. */
      number: z.nullable(Count),
      url: z.nullable(z.string()),
      /** Made in this session, not only commented on or looked at. */
      opened: z.boolean(),
      /** The step of the last comment or edit on it. */
      updatedStep: z.nullable(Count),
    }),
  ),
  lastDeployStep: z.nullable(Count),
})

/** What git says about the work tree, measured by us. */
export const RepositoryFacts = z.strictObject({
  /** Absolute path of the work tree's root; null outside a repository. */
  root: z.nullable(z.string()),
  /** Base name of the root. */
  name: z.string(),
  branch: z.nullable(z.string()),
  head: z.nullable(z.string()),
  /** The commit that changes are counted from; null in a repository with no commit. */
  base: z.nullable(z.string()),
  /** Repo-relative paths, sorted, unique: committed since base, staged, unstaged, untracked. */
  filesChanged: z.array(z.string()),
  insertions: Count,
  /** Those of `insertions` that are in neither tests nor docs; older records do not say. */
  sourceInsertions: z.optional(Count),
  deletions: Count,
  commitsSinceBase: Count,
  /** Why any of this is less than whole; empty when it is not. */
  degraded: z.array(z.string()),
})
export type RepositoryFacts = z.infer<typeof RepositoryFacts>

/** An episode as the transcript tells it: without an id, and with times only where it has them. */
export const LedgerEpisode = z.strictObject({
  ...z.omit(Episode, { id: true, sessionId: true, weakened: true }).shape,
  startedAt: z.nullable(z.string()),
  /** When it was red last. */
  lastRedAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
})
export type LedgerEpisode = z.infer<typeof LedgerEpisode>

/** What the transcript adds up to: bounded, whatever its length. */
export const Ledger = z.strictObject({
  session: SessionFacts,
  /** Steps so far; the next one has this number. */
  steps: Count,
  request: Request,
  /** The latest runs, and from before the first edit the last run of each test, build and check. */
  commands: z.array(CommandRun),
  /** The latest edits, of the agent and its subagents. */
  edits: z.array(Edit),
  /** Of edits that count (not `inert`). */
  firstEditStep: z.nullable(Count),
  lastEditStep: z.nullable(Count),
  /** Its position in a command line; absent for the first. */
  lastEditPart: z.optional(Count),
  /** New source files that nothing written or run since has named. A hint, no proof. */
  unwired: z.array(z.string()),
  delivery: Delivery,
  todos: z.array(Todo),
  /** Calls without a result: of the agent itself, after the last human message. */
  pending: z.array(
    z.strictObject({ step: Count, tool: z.string(), toolKind: ToolKind, action: z.string() }),
  ),
  /** The last text of the agent; null when it wrote none since the last human message. */
  lastMessage: z.nullable(z.string()),
  /** That text was finished; null when there is none. */
  lastMessageCompleted: z.nullable(z.boolean()),
  lastActivityAt: z.nullable(z.string()),
  recent: z.array(RecentItem),
  /** Checks that went red in this session, oldest first. */
  episodes: z.array(LedgerEpisode),
  /** Skills that were read in this session, the first ones first, bounded. Absent when none was. */
  skillsRead: z.optional(z.array(z.string())),
  totals: z.strictObject({
    lines: Count,
    human: Count,
    agentMessages: Count,
    toolCalls: Count,
    toolFailures: Count,
    edits: Count,
    compactions: Count,
    /** Marks of a stop by the human: lines that say so, and calls that ended by it. */
    interrupts: Count,
    sidechainEntries: Count,
    /** What the model read, cached or not, and wrote; absent where the client does not tell it. */
    tokens: z.optional(Count),
  }),
  /** The same by model and day, bounded. Absent where the client does not tell it. */
  usage: z.optional(z.array(UsageRow)),
  /** The last thing that the human did was to stop the agent or to refuse a call. */
  interrupted: z.boolean(),
})
export type Ledger = z.infer<typeof Ledger>

/** The facts at one moment. What is missing is null or empty, and `degraded` says why. */
export const Evidence = z.strictObject({
  at: Timestamp,
  repository: z.nullable(RepositoryFacts),
  ...Ledger.shape,
  /** The last text of the agent, sentence by sentence, as the reader reads it. */
  sentences: z.array(Sentence),
  claims: z.array(Claim),
  /** What the humans demand, with what was looked for; absent if not requested. */
  demands: z.optional(z.array(StatedDemand)),
  /** Checks that the session's change made weaker; looked for at a stop. */
  weakened: z.array(WeakenedCheck),
  /** Equal when tree, test results, todo states and failing commands are equal. */
  fingerprint: z.string(),
  degraded: z.array(z.string()),
})
export type Evidence = z.infer<typeof Evidence>
