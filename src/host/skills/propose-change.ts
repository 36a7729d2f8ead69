import type { SkillChange } from '../../schema/skill-change.js'
import type { Change } from '../../store.js'
import { sha256 } from '../../util/sha256.js'
import type { HostDeps } from '../host-deps.js'
import { skillChanged } from './skill-life.js'
import { readLife, stepOf } from './skill-life.js'
import { readSkillText } from './skills-folder.js'
import type { SkillsPlace } from './skills-folder.js'

export interface ProposedText {
  /** A name that a skill may have. */
  skill: string
  /** The whole SKILL.md; empty where the skill is to be retired. */
  after: string
  reason: string
}

/** Puts a new text for a skill before a person, whatever `cycle.skills.approval` says; nothing else changes. */
export async function proposeChange(
  text: ProposedText,
  deps: HostDeps & { skills: SkillsPlace },
): Promise<SkillChange> {
  const { change, writes, events } = await draftChange(text, deps)
  await deps.store.add(writes, events)
  return change
}

/** The same as rows and log lines, for a caller that writes them itself. */
export async function draftChange(
  { skill, after, reason }: ProposedText,
  deps: HostDeps & { skills: SkillsPlace },
): Promise<Pick<Change<null>, 'writes' | 'events'> & { change: SkillChange }> {
  const at = deps.now().toISOString()
  const change: SkillChange = {
    id: `${deps.nextId()}-${skill}`,
    skill,
    reason,
    before: readSkillText(deps.skills, skill),
    after,
    state: 'proposed',
    verdict: null,
    commit: null,
    proposed_at: at,
    settled_at: null,
  }
  const isNew = change.before === null && after !== ''
  const step = isNew
    ? stepOf(
        await readLife(deps.store, skill),
        {
          skill,
          state: 'proposed',
          by: 'analysis',
          reason,
          textHash: sha256(after),
          changeId: change.id,
        },
        at,
      )
    : null
  return {
    change,
    writes: [{ kind: 'skill_change', record: change }, ...(step?.writes ?? [])],
    events: [skillChanged(change, at), ...(step?.events ?? [])],
  }
}
