import type { Context } from 'hono'
import type * as z from 'zod/mini'
import { READS_LOOSELY } from '../../schema/api/team.js'
import type { TeamRole } from '../../schema/api/team.js'
import type { PostgresDatabase } from '../../store/postgres.js'
import type { TeamMember } from '../../store/postgres/team-access.js'
import { newSecret } from '../access/token-file.js'
import type { PageFile } from '../http/page-files.js'
import { readBody } from '../http/read-body.js'
import { checkPart, typedTexts } from '../http/read-request.js'
import type { Quotas } from './quota.js'
import type { TeamMetrics } from './team-metrics.js'

export interface TeamAppOptions {
  database: PostgresDatabase
  metrics: TeamMetrics
  quotas: Quotas
  now(): Date
  /** Whether the server is about to end: new work goes to another one. */
  isDraining(): boolean
  version: string
  /** Where people reach the server; null when that was not said. */
  publicUrl: string | null
  /** The files of the built page; none serves no page. */
  page: ReadonlyMap<string, PageFile>
  /** Told of failures of ours. */
  log(line: string): void
}

type Permission = 'add' | 'read' | 'propose' | 'manage'

const CAN: Readonly<Record<TeamRole, readonly Permission[]>> = {
  owner: ['add', 'read', 'propose', 'manage'],
  member: ['add', 'read', 'propose'],
  viewer: ['read'],
  ingest: ['add'],
}

export const mayAsk = (role: TeamRole, needs: Permission | null): boolean =>
  needs === null || CAN[role].includes(needs)

interface Asked {
  context: Context
  member: TeamMember
  options: TeamAppOptions
}

/** What a token opens. */
export interface TeamRoute {
  /** null where every token may ask. */
  needs: Permission | null
  /** Whether a token for all projects may ask without naming one. */
  isForAll?: true
  answer(asked: Asked): Promise<unknown>
}

/** By method and path. */
export type TeamRoutes = Readonly<Record<string, TeamRoute>>

const LIMITS = { maxBytes: 4 * 1024 * 1024, timeoutMs: 30_000 }

export const bodyOf = async <S extends z.ZodMiniType>({ req }: Context, contract: S) =>
  checkPart('body', contract, await readBody(req.raw, LIMITS))

export const queryOf = <S extends z.ZodMiniObject>({ req }: Context, contract: S) =>
  checkPart('query', contract, typedTexts(contract, req.query()))

export const idOf = ({ req }: Context): string => req.param('id') ?? ''

/** Whether who asks refuses an answer with a field or a word that its version does not know. */
export const readsStrictly = ({ context, member }: Pick<Asked, 'context' | 'member'>): boolean =>
  !member.isPage &&
  Object.entries(READS_LOOSELY).some(([name, value]) => context.req.header(name) !== value)

/** Told with a secret that goes into a link; older machines know no such field. */
export const reachedAt = (asked: Asked): { url?: string } =>
  asked.options.publicUrl === null || readsStrictly(asked) ? {} : { url: asked.options.publicUrl }

/** The first name that a person had. */
export async function namesOf(database: PostgresDatabase, project: string) {
  const names = await database.access.listNames(project)
  return (person: string): string => names.get(person) ?? person
}

export const newToken = (): string => `rt_${newSecret()}`

export const later = (now: Date, days: number): string =>
  new Date(now.getTime() + days * 86_400_000).toISOString()
