import * as z from 'zod/mini'
import { Id, Timestamp } from './scalar.js'

export const SkillLife = z.enum(['proposed', 'trial', 'active', 'stale', 'retired', 'rolled_back'])
export type SkillLife = z.infer<typeof SkillLife>

/** A copy of a skill where a client looks for it. */
export const InstalledCopy = z.strictObject({
  /** `…/skills/<name>` */
  folder: z.string(),
  /** Of the text that we put there. */
  hash: z.string(),
  /** Folders above it that we made, outermost first. */
  made: z.array(z.string()),
})
export type InstalledCopy = z.infer<typeof InstalledCopy>

/** One step in the life of a skill; the newest step of a skill is its state. */
export const SkillState = z.strictObject({
  id: Id,
  skill: Id,
  state: SkillLife,
  /** The state before; null at the first step. */
  from: z.nullable(SkillLife),
  by: z.enum(['person', 'analysis', 'finding', 'trial', 'age']),
  reason: z.string(),
  /** The text of which this is said. */
  textHash: z.nullable(z.string()),
  /** The commit of that text in our repository of skills. */
  commit: z.nullable(z.string()),
  changeId: z.nullable(Id),
  trialId: z.nullable(Id),
  findingId: z.nullable(Id),
  scope: z.enum(['project', 'user']),
  /** The copies that we made. */
  installed: z.array(InstalledCopy),
  at: Timestamp,
})
export type SkillState = z.infer<typeof SkillState>
