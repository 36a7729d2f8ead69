import * as z from 'zod/mini'
import { Count, Id, Timestamp } from '../scalar.js'
import { SessionOutcome } from '../session-outcome.js'

/** What a member may do in a project of a team. `ingest` is for machines: it adds and reads nothing. */
export const TeamRole = z.enum(['owner', 'member', 'viewer', 'ingest'])
export type TeamRole = z.infer<typeof TeamRole>

/** A name as it is shown to others: one line, without signs that a terminal would obey. */
const ShownName = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._@-]{0,63}$/u))

export const TeamJoin = z.strictObject({
  code: z.string().check(z.maxLength(200)),
  name: ShownName,
})
export type TeamJoin = z.infer<typeof TeamJoin>

/** The token is told this once. */
export const TeamJoined = z.strictObject({
  token: z.string().check(z.regex(/^[\w-]{20,200}$/)),
  project: Id,
  person: Id,
  role: TeamRole,
  expiresAt: Timestamp,
})
export type TeamJoined = z.infer<typeof TeamJoined>

export const MAX_TEAM_ROWS = 200

/** What of a machine's records a team has. */
export const TeamRowKind = z.enum(['episode', 'session_outcome', 'demand'])
export type TeamRowKind = z.infer<typeof TeamRowKind>

/** Rows on their way to the team, put or taken back. Each has the key under which it is taken once. */
export const TeamBatch = z.strictObject({
  rows: z
    .array(
      z.strictObject({
        id: Id,
        kind: TeamRowKind,
        operation: z.optional(z.enum(['put', 'forget'])),
        row: z.unknown(),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_TEAM_ROWS)),
})
export type TeamBatch = z.infer<typeof TeamBatch>

export const TeamReceipt = z.strictObject({
  accepted: Count,
  /** Were here already. */
  known: Count,
  refused: z.array(z.strictObject({ id: Id, reason: z.string() })),
})
export type TeamReceipt = z.infer<typeof TeamReceipt>

export const TeamFactsQuery = z.strictObject({ after: z._default(Count, 0) })

/** What others of the team met, in the order in which it came; `next` is where to go on. */
export const TeamFacts = z.strictObject({
  rows: z.array(z.unknown()).check(z.maxLength(MAX_TEAM_ROWS)),
  /** Ids of rows that their authors took back. */
  gone: z._default(z.array(Id).check(z.maxLength(MAX_TEAM_ROWS)), []),
  next: Count,
  /** Whether more is there already. */
  more: z.boolean(),
})
export type TeamFacts = z.infer<typeof TeamFacts>

/** How sessions of the team ended, newest first. */
export const TeamSessions = z.strictObject({
  sessions: z.array(
    z.strictObject({
      /** Whose session it was, by name. */
      member: z.string(),
      agent: Id,
      status: SessionOutcome.shape.status,
      basis: SessionOutcome.shape.basis,
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
})
export type NewTeamInvite = z.infer<typeof NewTeamInvite>

export const TeamInvite = z.strictObject({ code: z.string(), role: TeamRole, expiresAt: Timestamp })
export type TeamInvite = z.infer<typeof TeamInvite>

/** A token as it is listed: everything but itself. */
export const TeamToken = z.strictObject({
  id: Id,
  person: Id,
  name: z.string(),
  role: TeamRole,
  createdAt: Timestamp,
  expiresAt: Timestamp,
  lastUsedAt: z.nullable(Timestamp),
  revokedAt: z.nullable(Timestamp),
})
export type TeamToken = z.infer<typeof TeamToken>

export const TeamTokens = z.strictObject({ project: Id, tokens: z.array(TeamToken) })

/** Who changed what, and when. */
export const TeamAuditLine = z.strictObject({
  at: Timestamp,
  /** A person's id; null for whoever sat at the server. */
  actor: z.nullable(Id),
  /** As others see them. */
  name: z.nullable(z.string()),
  action: z.enum(['create-project', 'invite', 'join', 'open-page', 'revoke']),
  subject: z.string(),
})
export type TeamAuditLine = z.infer<typeof TeamAuditLine>

/** Newest first; `next` is where older ones begin. */
export const TeamAudit = z.strictObject({
  lines: z.array(TeamAuditLine),
  next: z.nullable(Count),
})
export type TeamAudit = z.infer<typeof TeamAudit>

/** Rows of a list behind a place in it, newest first. */
export const TeamPageQuery = z.strictObject({ before: z.optional(Count) })

/** Who asks. */
export const TeamMe = z.strictObject({ project: Id, person: Id, name: z.string(), role: TeamRole })
export type TeamMe = z.infer<typeof TeamMe>

/** Opens the page, once, within minutes. */
export const TeamPageLink = z.strictObject({ code: z.string(), expiresAt: Timestamp })
export const TeamPageLogin = z.strictObject({ code: z.string().check(z.maxLength(200)) })

/** What members sent, newest first; `next` is where older rows begin. */
export const TeamActivity = z.strictObject({
  items: z.array(
    z.strictObject({
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
