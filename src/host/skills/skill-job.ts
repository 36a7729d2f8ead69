import type { RecordWrite } from '../../schema/records.js'
import type { SkillState } from '../../schema/skill-state.js'
import { hostDue } from '../due-rows.js'
import type { SkillScope } from './install/skill-target.js'

/** Who wants it: a person, or what else may. */
type By = SkillState['by']

/** What is to be done about a skill beyond its text. */
export type SkillJob =
  | { do: 'install'; skill: string; scope: SkillScope; by: By }
  | { do: 'uninstall'; skill: string; reason: string }
  | { do: 'retire'; skill: string; id: string; by: By; reason: string; findingId: string | null }
  | { do: 'rollback'; commit: string }

const subjectOf = (job: SkillJob): string => (job.do === 'rollback' ? job.commit : job.skill)

/** The row that makes sure it is done. */
export const planJob = (job: SkillJob, now: Date): RecordWrite => ({
  kind: 'due',
  record: hostDue('skill-job', `${job.do}:${subjectOf(job)}`, {
    dueAt: now,
    payload: { job: JSON.stringify(job) },
  }),
})
