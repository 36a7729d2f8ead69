/**
 * What becomes of a proposed skill: approved it is committed, rejected it is kept with the reason.
 * Accepting is recorded before the commit is made, and the commit is found again by the change's
 * id, so a process that dies in between leaves something that the next one completes.
 */
import { ReflectError } from '../../schema/error.js'
import type { RecordWrite } from '../../schema/records.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { Change } from '../../store.js'
import { hostDue, hostDueId } from '../due-rows.js'
import type { HostDeps } from '../host-deps.js'
import { hostEvent } from '../host-events.js'
import { takeLease } from '../lease.js'
import { whyHidden } from './skill-file.js'
import { commitSkill, readSkillText } from './skills-folder.js'
import type { SkillsPlace } from './skills-folder.js'

export interface SkillDeps extends HostDeps {
  skills: SkillsPlace
}

/** A row that makes sure an accepted change is committed. */
export const commitLater = (changeId: string, now: Date): RecordWrite => ({
  kind: 'due',
  record: hostDue('cycle-commit', changeId, { dueAt: now, payload: { change: changeId } }),
})

export const skillChanged = ({ id, skill, state }: SkillChange, at: string) =>
  hostEvent('reflection.skill_changed', { skill_name: skill, change_id: id, state }, { at })

/** Commits a proposal, by the word of `by`; it stays `accepted` where another process is at it. */
export async function approveChange(id: string, by: string, deps: SkillDeps): Promise<SkillChange> {
  const now = deps.now()
  const at = now.toISOString()
  const current = (skill: string) => readSkillText(deps.skills, skill)
  await deps.store.change({ kind: 'skill_change', id, at }, (change) => {
    const known = existing(change, id)
    if (known.state === 'accepted' || known.state === 'approved') return nothing(null)
    refuseUnlessProposed(known)
    if (current(known.skill) !== known.before) throw changedSince(known)
    refuseHidden(known)
    const accepted: SkillChange = { ...known, state: 'accepted', verdict: `approved by ${by}` }
    return {
      writes: [{ kind: 'skill_change', record: accepted }, commitLater(id, now)],
      removes: [],
      events: [skillChanged(accepted, at)],
      result: null,
    }
  })
  return commitUnlessTaken(id, deps)
}

/** A server that saw the row may have been quicker: then its commit is the one. */
async function commitUnlessTaken(id: string, deps: SkillDeps): Promise<SkillChange> {
  try {
    return await commitChange(id, deps)
  } catch (error) {
    if (!(error instanceof ReflectError) || error.code !== 'store-locked') throw error
    return existing(await deps.store.get('skill_change', id), id)
  }
}

/** Completes what was accepted; harmless when it is complete. */
export async function commitChange(id: string, deps: SkillDeps): Promise<SkillChange> {
  const { store, skills } = deps
  const change = existing(await store.get('skill_change', id), id)
  if (change.state !== 'accepted') {
    await store.remove('due', hostDueId('cycle-commit', id), deps.now().toISOString())
    return change
  }
  const lease = await takeLease('skills', deps.nextId(), deps)
  if (lease === null) {
    throw new ReflectError('store-locked', 'Another process is changing the skills', {
      remedy: 'It takes seconds; try again.',
    })
  }
  try {
    const { skill: name, after: text, reason } = change
    const commit = await commitSkill(skills, { id, name, text, reason })
    return await settle(id, commit, deps)
  } finally {
    await lease.release()
  }
}

function settle(id: string, commit: string, { store, now }: HostDeps): Promise<SkillChange> {
  const at = now().toISOString()
  return store.change({ kind: 'skill_change', id, at }, (change) => {
    const known = existing(change, id)
    if (known.state !== 'accepted') return nothing(known)
    const approved: SkillChange = { ...known, state: 'approved', commit, settled_at: at }
    return {
      writes: [{ kind: 'skill_change', record: approved }],
      removes: [{ kind: 'due', id: hostDueId('cycle-commit', id) }],
      events: [skillChanged(approved, at)],
      result: approved,
    }
  })
}

export function rejectChange(
  id: string,
  reason: string,
  { store, now }: HostDeps,
): Promise<SkillChange> {
  const at = now().toISOString()
  return store.change({ kind: 'skill_change', id, at }, (change) => {
    const known = existing(change, id)
    if (known.state === 'rejected') return nothing(known)
    refuseUnlessProposed(known)
    const verdict = `rejected${reason === '' ? '' : `: ${reason}`}`
    const rejected: SkillChange = { ...known, state: 'rejected', verdict, settled_at: at }
    return {
      writes: [{ kind: 'skill_change', record: rejected }],
      removes: [],
      events: [skillChanged(rejected, at)],
      result: rejected,
    }
  })
}

function refuseUnlessProposed({ id, state }: SkillChange): void {
  if (state === 'proposed') return
  throw new ReflectError('usage', `${id} is ${state} already`, {
    remedy: '`reflect skills proposals` shows what waits.',
  })
}

/** What a person approves is what they see. */
function refuseHidden({ id, after }: SkillChange): void {
  const hidden = whyHidden(after)
  if (hidden === null) return
  throw new ReflectError('usage', `${id} can't be approved: ${hidden}`, {
    remedy: `reflect skills reject ${id}`,
  })
}

const changedSince = ({ id, skill }: SkillChange): ReflectError =>
  new ReflectError('usage', `The skill ${skill} was changed since ${id} was proposed`, {
    remedy: `Look at it, then: reflect skills reject ${id}`,
  })

function existing(change: SkillChange | null, id: string): SkillChange {
  if (change !== null) return change
  throw new ReflectError('not-found', `There is no change ${id.slice(0, 80)} of a skill`, {
    remedy: '`reflect skills proposals` shows what waits.',
  })
}

const nothing = <R>(result: R): Change<R> => ({ writes: [], removes: [], events: [], result })
