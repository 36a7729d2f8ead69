import * as z from 'zod/mini'
import { Finding } from '../finding.js'
import { Count, Id } from '../scalar.js'
import { SkillChange } from '../skill-change.js'
import { SkillLife } from '../skill-state.js'
import { Trial } from '../trial.js'
import { StripItem } from './task.js'

/** How the sessions that read a skill ended. */
export const SkillOutcomes = z.strictObject({ completed: Count, failed: Count, timeout: Count })
export type SkillOutcomes = z.infer<typeof SkillOutcomes>

export const SkillItem = z.strictObject({
  name: Id,
  /** null when its file can't be read; `problem` says why. */
  description: z.nullable(z.string()),
  problem: z.nullable(z.string()),
  state: SkillLife,
  /** Folders of our copies, where clients look. */
  installed: z.array(z.string()),
  /** What is in the way of a copy, or what a person changed in one. */
  conflicts: z.array(z.strictObject({ folder: z.string(), reason: z.string() })),
  versions: Count,
  changedAt: z.nullable(z.string()),
  /** Proposals that wait for a decision. */
  waiting: Count,
  openFindings: Count,
  outcomes: SkillOutcomes,
})
export type SkillItem = z.infer<typeof SkillItem>

export const SkillList = z.strictObject({
  /** The folder of skills. */
  dir: z.string(),
  /** `ask`: a changed skill waits for you; `trial`: it has to prove itself first. */
  approval: z.enum(['ask', 'trial', 'auto']),
  items: z.array(SkillItem),
})
export type SkillList = z.infer<typeof SkillList>

/** One step in the life of a skill. */
export const SkillStep = z.strictObject({
  at: z.string(),
  state: SkillLife,
  by: z.string(),
  reason: z.string(),
})
export type SkillStep = z.infer<typeof SkillStep>

export const SkillTrial = z.strictObject({
  id: Id,
  at: z.string(),
  runner: z.string(),
  state: Trial.shape.state,
  runs: Count,
  done: Count,
  result: Trial.shape.result,
})
export type SkillTrial = z.infer<typeof SkillTrial>

/** One line of a diff; a gap stands for lines that are the same on both sides. */
export const DiffLine = z.strictObject({
  sign: z.enum(['same', 'added', 'removed', 'gap']),
  text: z.string(),
})
export type DiffLine = z.infer<typeof DiffLine>

export const SkillVersion = z.strictObject({
  commit: z.string(),
  at: z.string(),
  subject: z.string(),
})
export type SkillVersion = z.infer<typeof SkillVersion>

export const SkillProposal = z.strictObject({ change: SkillChange, diff: z.array(DiffLine) })
export type SkillProposal = z.infer<typeof SkillProposal>

export const SkillDetail = z.strictObject({
  ...SkillItem.shape,
  /** The whole SKILL.md; null when there is none that may be read. */
  text: z.nullable(z.string()),
  /** Newest first; any of them may be rolled back if nothing later touched the skill. */
  history: z.array(SkillVersion),
  /** Waiting ones first, then newest first. */
  proposals: z.array(SkillProposal),
  /** The last 50 sessions that read it, oldest first. */
  sessions: z.array(StripItem),
  findings: z.array(Finding),
  /** Its steps, newest first. */
  steps: z.array(SkillStep),
  /** Newest first. */
  trials: z.array(SkillTrial),
})
export type SkillDetail = z.infer<typeof SkillDetail>

/** What one commit changed in a skill. */
export const SkillDiff = z.strictObject({
  ...SkillVersion.shape,
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
  diff: z.array(DiffLine),
})
export type SkillDiff = z.infer<typeof SkillDiff>

export const RejectBody = z.strictObject({ reason: z.optional(z.string().check(z.maxLength(500))) })
export const RollbackBody = z.strictObject({
  commit: z.string().check(z.regex(/^[0-9a-f]{4,40}$/i)),
})
export const RolledBack = z.strictObject({ commit: z.string(), skills: z.array(z.string()) })
export type RolledBack = z.infer<typeof RolledBack>
