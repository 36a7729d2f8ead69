import * as z from 'zod/mini'
import { Count, Id } from './scalar.js'
import { SkillLife } from './skill-state.js'

const TaskId = z.nullable(Id)
const ended = () =>
  z.strictObject({ task_id: TaskId, duration_ms: Count, error: z.nullable(z.string()) })
const switched = () => z.strictObject({ task_id: Id, by: z.string(), reason: z.string() })

/** What happens around recurring work, by the kind under which the log has it. */
export const hostEventBodies = {
  'sub_session.started': z.strictObject({
    task_id: TaskId,
    runner: z.string(),
    /** The session that it works for. */
    parent_id: z.nullable(Id),
  }),
  'sub_session.completed': ended(),
  'sub_session.failed': ended(),
  'sub_session.timeout': ended(),
  /** Its process was lost: ours died, or the machine. */
  'sub_session.interrupted': ended(),
  /** Given up with the process that ran it, and planned anew. */
  'sub_session.stopped': z.strictObject({ task_id: TaskId }),
  'task.added': switched(),
  'task.removed': switched(),
  'task.paused': switched(),
  'task.resumed': switched(),
  'reflection.finding': z.strictObject({
    finding_id: Id,
    rule: z.string(),
    severity: z.enum(['warning', 'action_taken']),
    subject_id: Id,
    action_taken: z.string(),
  }),
  'reflection.resolved': z.strictObject({ finding_id: Id, rule: z.string(), subject_id: Id }),
  /** A batch takes the completions up to this id of the log. */
  'reflection.batch': z.strictObject({ up_to: Count }),
  'reflection.analysis_completed': z.strictObject({
    findings_count: Count,
    actions_recommended: Count,
  }),
  'reflection.skill_flagged': z.strictObject({ skill_name: Id, failure_count: Count }),
  /** A step in the life of a skill. */
  'reflection.skill_state': z.strictObject({
    skill_name: Id,
    from: z.nullable(SkillLife),
    state: SkillLife,
    by: z.string(),
    reason: z.string(),
  }),
  'reflection.skill_changed': z.strictObject({ skill_name: Id, change_id: Id, state: z.string() }),
} as const

export type HostEventKind = keyof typeof hostEventBodies
export type HostEventBody<K extends HostEventKind> = z.infer<(typeof hostEventBodies)[K]>
export const hostEventKinds = Object.keys(hostEventBodies) as HostEventKind[]
