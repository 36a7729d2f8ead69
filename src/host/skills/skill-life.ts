/**
 * The life of a skill: steps come in, each becomes a record, a line of the log and an event, in one
 * transaction with whatever it goes with. The newest step of a skill is its state.
 */
import type { RecordWrite } from '../../schema/records.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { SkillLife, SkillState } from '../../schema/skill-state.js'
import type { Change, Store } from '../../store.js'
import { hostEvent } from '../host-events.js'
import { interactionWrite } from '../interaction.js'
import { OWN_SESSION } from '../own-session.js'

/** What a step says; what it leaves out stays as it was. */
export type Step = Pick<SkillState, 'skill' | 'state' | 'by' | 'reason'> &
  Partial<
    Pick<
      SkillState,
      'textHash' | 'commit' | 'changeId' | 'trialId' | 'findingId' | 'scope' | 'installed'
    >
  >

/** At most so many skills are in use: each costs an agent's attention in every session. */
export const MAX_ACTIVE = 20

/** A step as part of a transaction. `last` is the step before it. */
export function stepOf(
  last: SkillState | null,
  step: Step,
  at: string,
): Pick<Change<null>, 'writes' | 'events'> & { record: SkillState } {
  const record: SkillState = {
    textHash: last?.textHash ?? null,
    commit: null,
    changeId: null,
    trialId: null,
    findingId: null,
    scope: last?.scope ?? 'project',
    installed: last?.installed ?? [],
    ...step,
    id: `${step.skill}#${String(numberOf(last) + 1).padStart(6, '0')}`,
    from: last?.state ?? null,
    at,
  }
  const { skill, state, from, by, reason } = record
  const writes: RecordWrite[] = [
    { kind: 'skill_state', record },
    interactionWrite({
      id: `skill-state:${record.id}`,
      action: 'skill_state',
      session: OWN_SESSION,
      input: skill,
      output: JSON.stringify({ from, state, by, reason }),
      timestamp: at,
    }),
  ]
  const body = { skill_name: skill, from, state, by, reason }
  return { record, writes, events: [hostEvent('reflection.skill_state', body, { at })] }
}

export const skillChanged = ({ id, skill, state }: SkillChange, at: string) =>
  hostEvent('reflection.skill_changed', { skill_name: skill, change_id: id, state }, { at })

/** What waits for a decision on a skill that is gone waits for nothing, and is closed with it. */
export async function closeWaiting(
  skill: string,
  { store, at }: { store: Pick<Store, 'list'>; at: string },
): Promise<Pick<Change<null>, 'writes' | 'events'>> {
  const waiting = await store.list('skill_change', { subject: skill, state: 'proposed' })
  const closed = waiting.map((change): SkillChange => ({
    ...change,
    state: 'rejected',
    verdict: 'the skill was retired',
    settled_at: at,
  }))
  return {
    writes: closed.map((record) => ({ kind: 'skill_change', record })),
    events: closed.map((change) => skillChanged(change, at)),
  }
}

/** The newest step of a skill; null when nothing is recorded of it. */
export async function readLife(
  store: Pick<Store, 'list'>,
  skill: string,
): Promise<SkillState | null> {
  const [newest] = await store.list('skill_state', { subject: skill, limit: 1 })
  return newest ?? null
}

const MAX_STEPS = 5000

/** The newest step of every skill that has one, by name. */
export async function readLives(store: Pick<Store, 'list'>): Promise<Map<string, SkillState>> {
  const lives = new Map<string, SkillState>()
  for (const step of await store.list('skill_state', { limit: MAX_STEPS })) {
    if (!lives.has(step.skill)) lives.set(step.skill, step)
  }
  return lives
}

/** Whether a person has had this very text before their eyes and agreed to it. */
export async function wasSeen(
  store: Pick<Store, 'list'>,
  skill: string,
  textHash: string,
): Promise<boolean> {
  const steps = await store.list('skill_state', { subject: skill, limit: MAX_STEPS })
  return steps.some((step) => step.by === 'person' && step.textHash === textHash)
}

/** Whether a person put the text there that is in use, or agreed to it. */
export async function isOfPerson(store: Pick<Store, 'list'>, skill: string): Promise<boolean> {
  const hash = (await readLife(store, skill))?.textHash ?? null
  return hash === null || (await wasSeen(store, skill, hash))
}

/** In use: an agent may be given it. A skill that nothing is recorded of was put there by a person. */
export const isInUse = (state: SkillLife | undefined): boolean =>
  state === undefined || state === 'active' || state === 'stale'

const numberOf = (last: SkillState | null): number =>
  Number(last?.id.slice(last.id.lastIndexOf('#') + 1) ?? 0)
