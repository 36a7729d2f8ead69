/**
 * What machines and a team's server say to each other. What is asked is strict. What is answered is read
 * loosely (`z.object`): a machine passes over fields of a newer server, and checks those that it knows.
 */
import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../scalar.js'
import { SessionOutcome } from '../session-outcome.js'
import { ShownName } from '../shown-name.js'

/** Sent by whoever reads loosely. Machines that don't send it refuse an answer with a field or a word too many. */
export const READS_LOOSELY = { 'reflectory-reads': 'loose' } as const

/** What a member may do in a project of a team. `ingest` is for machines: it adds and reads nothing. */
export const TeamRole = z.enum(['owner', 'member', 'viewer', 'ingest'])
export type TeamRole = z.infer<typeof TeamRole>

/** Where a token lets its holder in: the project that it was made in, or every project of the server. */
export const TeamScope = z.enum(['project', 'all'])
export type TeamScope = z.infer<typeof TeamScope>

/** The project of tokens whose scope is `all`. No project can have this name. */
export const ALL_PROJECTS = '*'

/** Where people reach a server: encrypted, or on their own machine. */
export const ServerUrl = z
  .string()
  .check(
    z.regex(
      /^(?:https:\/\/[\w.:[\]-]{1,260}|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:\/[\w.~%/-]{0,200})?$/,
    ),
  )

/** What people put before a secret; absent where the server was not told. */
const Reached = { url: z.optional(ServerUrl) }

export const TeamJoin = z.strictObject({
  code: z.string().check(z.maxLength(200)),
  name: ShownName,
})
export type TeamJoin = z.infer<typeof TeamJoin>

/** The token is told this once. */
export const TeamJoined = z.object({
  token: z.string().check(z.regex(/^[\w-]{20,200}$/)),
  project: Id,
  person: Id,
  role: TeamRole,
  expiresAt: Timestamp,
})
export type TeamJoined = z.infer<typeof TeamJoined>

export const MAX_TEAM_ROWS = 200

/** Of one row, as JSON. A larger one is refused by its name, and the others of its batch are taken. */
export const MAX_ROW_CHARS = 50_000
export const TOO_LONG = `it has more than ${MAX_ROW_CHARS} characters`

/** What of a machine's records a team has. */
export const TeamRowKind = z.enum(['episode', 'session_outcome', 'demand', 'self_line'])
export type TeamRowKind = z.infer<typeof TeamRowKind>

/** Rows on their way to the team, put or taken back. Each has the key under which it is taken once. */
export const TeamBatch = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        id: Id,
        /** A `TeamRowKind`, or one of a machine that is newer than the server. */
        kind: Id,
        operation: z.optional(z.enum(['put', 'forget'])),
        row: z.unknown(),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_TEAM_ROWS)),
})
export type TeamBatch = z.infer<typeof TeamBatch>

/** Why a row is refused that a server of another version may take: here it was held to its contract too. */
export const NO_MATCH = 'it does not match its contract'

export const TeamReceipt = z.object({
  accepted: Count,
  /** Were here already. */
  known: Count,
  refused: z.array(z.object({ id: Id, reason: z.string() })),
  /** Of a kind that this server does not know: a newer one may take them. */
  unknown: z.optional(z.array(Id)),
})
export type TeamReceipt = z.infer<typeof TeamReceipt>

export const TeamFactsQuery = z.strictObject({ after: z._default(Count, 0) })

/** Sent with the place in the log: what stood there when the machine last asked. */
export const MARK_HEADER = 'reflectory-mark'

/** Sent by a machine that knows its own rows again: it is told what other machines of its person met, too. */
export const KNOWS_OWN = { 'reflectory-own': 'known' } as const

/** Sent by a machine that has nothing yet: `after` then is where older rows begin, and 0 the newest. */
export const NEWEST_FIRST = { 'reflectory-order': 'newest' } as const

/** What others of the team met, in the order in which it came; `next` is where to go on. */
export const TeamFacts = z.object({
  rows: z.array(z.unknown()).check(z.maxLength(MAX_TEAM_ROWS)),
  /** Who sent them. */
  people: z._default(
    z.array(z.object({ person: Id, name: z.string() })).check(z.maxLength(MAX_TEAM_ROWS)),
    [],
  ),
  /** Ids of rows that their authors took back. */
  gone: z._default(z.array(Id).check(z.maxLength(MAX_TEAM_ROWS)), []),
  next: Count,
  /** Where older rows begin, null when there are none; of an answer with the newest first. */
  older: z.optional(z.nullable(Count)),
  /** Whether more is there already. */
  more: z.boolean(),
  /** What stands in the log at `next`; absent where nothing new came. */
  mark: z.optional(z.string().check(z.maxLength(64))),
  /** Something else stands where the machine was: the database is a backup. `next` is 0. */
  isRestored: z.optional(z.boolean()),
})
export type TeamFacts = z.infer<typeof TeamFacts>

/** How sessions of the team ended, newest first. */
export const TeamSessions = z.object({
  sessions: z.array(
    z.object({
      /** Whose session it was, by name. */
      member: z.string(),
      agent: Id,
      status: z.catch(SessionOutcome.shape.status, 'unknown'),
      basis: z.catch(SessionOutcome.shape.basis, 'none'),
      /** Empty where it would quote what was said, and the member shares records alone. */
      reason: z.string(),
      red: z.array(z.string()),
      endedAt: Timestamp,
      /** What was asked for; none where the member shares records alone. */
      asked: z.array(z.string()),
    }),
  ),
})
export type TeamSessions = z.infer<typeof TeamSessions>

export const NewTeamInvite = z.strictObject({
  role: z._default(TeamRole, 'member'),
  days: z._default(z.int().check(z.gte(1), z.lte(30)), 7),
  /** Who is in already, and comes with one more machine. */
  person: z.optional(Id),
})
export type NewTeamInvite = z.infer<typeof NewTeamInvite>

export const TeamInvite = z.object({
  code: z.string(),
  role: TeamRole,
  expiresAt: Timestamp,
  ...Reached,
})
export type TeamInvite = z.infer<typeof TeamInvite>

/** An invite that still lets a person in: everything but its code. */
export const TeamOpenInvite = z.object({
  id: Id,
  role: TeamRole,
  expiresAt: Timestamp,
  /** Null for whoever runs the server. */
  madeBy: z.nullable(z.string()),
  /** Who comes with one more machine; null for a new person. */
  name: z.nullable(z.string()),
})
export type TeamOpenInvite = z.infer<typeof TeamOpenInvite>

export const TeamOpenInvites = z.object({ invites: z.array(TeamOpenInvite) })

/** Whether the token ended; one that an owner made for machines goes on. */
export const TeamLeft = z.object({ isEnded: z.boolean() })
export type TeamLeft = z.infer<typeof TeamLeft>

/** A token as it is listed: everything but itself. */
export const TeamToken = z.object({
  id: Id,
  person: Id,
  name: z.string(),
  role: TeamRole,
  scope: TeamScope,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
})
export type TeamToken = z.infer<typeof TeamToken>

export const NewTeamToken = z.strictObject({
  name: ShownName,
  role: z._default(TeamRole, 'ingest'),
  days: z._default(z.int().check(z.gte(1), z.lte(365)), 365),
  /** `all` is made by whoever has it. */
  scope: z._default(TeamScope, 'project'),
})
export type NewTeamToken = z.infer<typeof NewTeamToken>

/** The token is told this once. */
export const MadeTeamToken = z.object({
  id: Id,
  token: z.string(),
  name: z.string(),
  role: TeamRole,
  scope: TeamScope,
  expiresAt: Timestamp,
  ...Reached,
})
export type MadeTeamToken = z.infer<typeof MadeTeamToken>

export const TeamTokens = z.object({ project: Id, tokens: z.array(TeamToken) })

/** What the audit names. */
export type TeamAction =
  | 'create-project'
  | 'create-token'
  | 'invite'
  | 'join'
  | 'leave'
  | 'keep'
  | 'share'
  | 'open-page'
  | 'revoke'
  | 'propose'
  | 'withdraw'
  | 'forget'

/** Who changed what, and when. */
export const TeamAuditLine = z.object({
  at: Timestamp,
  /** A person's id; null for whoever sat at the server. */
  actor: z.nullable(Id),
  /** As others see them. */
  name: z.nullable(z.string()),
  /** A `TeamAction`, or one of a server that is newer than the machine. */
  action: z.string().check(z.regex(/^[a-z-]{1,64}$/)),
  subject: z.string(),
})
export type TeamAuditLine = z.infer<typeof TeamAuditLine>

/** Newest first; `next` is where older ones begin. */
export const TeamAudit = z.object({
  lines: z.array(TeamAuditLine),
  next: z.nullable(Count),
})
export type TeamAudit = z.infer<typeof TeamAudit>

/** What a project of a team decides for itself. */
export const TeamSettings = z.object({
  /** For how many days its rows are kept. */
  keepDays: z.int().check(z.gte(1), z.lte(3650)),
  /** Whether the project takes and shows what people and agents said, where a member sends it. */
  share: z.enum(['records', 'messages']),
})
export type TeamSettings = z.infer<typeof TeamSettings>

/** What of them changes. */
export const TeamSettingsChange = z.partial(z.strictObject(TeamSettings.shape))
export type TeamSettingsChange = z.infer<typeof TeamSettingsChange>

/** Rows of a list behind a place in it, newest first. */
export const TeamPageQuery = z.strictObject({ before: z.optional(Count) })

/** Who asks. */
export const TeamMe = z.object({
  project: Id,
  person: Id,
  name: z.string(),
  role: TeamRole,
  scope: TeamScope,
  expiresAt: Timestamp,
})
export type TeamMe = z.infer<typeof TeamMe>

/** The projects that a token opens, by name. */
export const TeamProjects = z.object({
  person: Id,
  name: z.string(),
  role: TeamRole,
  scope: TeamScope,
  projects: z.array(
    z.object({
      project: Id,
      /** When a member last sent something. */
      sentAt: z.nullable(Timestamp),
    }),
  ),
})
export type TeamProjects = z.infer<typeof TeamProjects>

/** Opens the page, once, within minutes. */
export const TeamPageLink = z.object({ code: z.string(), expiresAt: Timestamp, ...Reached })
export const TeamPageLogin = z.strictObject({ code: z.string().check(z.maxLength(200)) })

/** What members sent, newest first; `next` is where older rows begin. */
export const TeamActivity = z.object({
  items: z.array(
    z.object({
      id: Count,
      at: Timestamp,
      member: z.string(),
      kind: z.enum(['episode', 'session_outcome']),
      /** The check that went red, or the agent whose session ended. */
      subject: z.string(),
      state: z.string(),
      /** Files that made it green, or why the session is said to have ended so. */
      detail: z.string(),
    }),
  ),
  next: z.nullable(Count),
})
export type TeamActivity = z.infer<typeof TeamActivity>

const DigestLine = z.string().check(z.maxLength(300))

/** What members did in one week, made once for all of them. */
export const TeamDigest = z.object({
  /** The Monday on which it began. */
  week: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  sections: z
    .array(z.object({ title: DigestLine, lines: z.array(DigestLine).check(z.maxLength(20)) }))
    .check(z.maxLength(10)),
})
export type TeamDigest = z.infer<typeof TeamDigest>

/** Newest first. */
export const TeamDigests = z.object({ digests: z.array(TeamDigest) })
export type TeamDigests = z.infer<typeof TeamDigests>

/** How many rows of a person were deleted, and whether there are more of them. */
export const TeamForgotten = z.object({ rows: Count, more: z.boolean() })
export type TeamForgotten = z.infer<typeof TeamForgotten>

const short = (max: number) => z.string().check(z.maxLength(max))

/** What a member proposes to the others. Nothing of it is run or written before a person accepts it. */
export const TeamProposalContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('check'),
    name: z.string().check(z.regex(/^[A-Za-z0-9][\w.:-]{0,63}$/)),
    command: z.array(short(2000)).check(z.minLength(1), z.maxLength(50)),
    shell: z.boolean(),
    when: z.array(short(200)).check(z.maxLength(20)),
    timeoutMs: z.int().check(z.gte(1), z.lte(3_600_000)),
    env: z.array(z.string().check(z.regex(/^[A-Za-z_]\w{0,127}$/))).check(z.maxLength(20)),
  }),
  z.strictObject({
    kind: z.literal('skill'),
    name: z.string().check(z.regex(/^[a-z0-9-]{1,64}$/)),
    /** The whole SKILL.md. */
    text: short(32 * 1024),
  }),
  z.strictObject({
    kind: z.literal('setting'),
    /** Its key, such as `stop.maxAttempts`. */
    name: z.string().check(z.regex(/^[\w.-]{1,128}$/)),
    value: z.unknown(),
  }),
])
export type TeamProposalContent = z.infer<typeof TeamProposalContent>

export const NewTeamProposal = z.strictObject({
  content: TeamProposalContent,
  why: z._default(short(300), ''),
})
export type NewTeamProposal = z.infer<typeof NewTeamProposal>

export const TeamProposal = z.object({
  id: Id,
  person: Id,
  /** Who proposes it, as others see them. */
  member: short(100),
  at: Timestamp,
  why: short(300),
  content: TeamProposalContent,
  /** How many people took it over. */
  accepted: z._default(Count, 0),
})
export type TeamProposal = z.infer<typeof TeamProposal>

export const MAX_TEAM_PROPOSALS = 50

/** What members propose, newest first. Who asks looks at each: one that does not fit is no reason to lose the others. */
export const TeamProposals = z.object({
  proposals: z.array(z.unknown()).check(z.maxLength(MAX_TEAM_PROPOSALS)),
})
