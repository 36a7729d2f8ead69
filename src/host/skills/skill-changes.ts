/**
 * What becomes of a proposed skill: approved it is committed and installed, rejected it is kept with
 * the reason.
 * Accepting is recorded before the commit is made, and the commit is found again by the change's
 * id, so a process that dies in between leaves something that the next one completes.
 */
import { ReflectError } from '../../schema/error.js'
import type { RecordWrite } from '../../schema/records.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { SkillState } from '../../schema/skill-state.js'
import type { Change } from '../../store.js'
import { sha256 } from '../../util/sha256.js'
import { hostDue, hostDueId } from '../due-rows.js'
import type { HostDeps } from '../host-deps.js'
import { takeLease } from '../lease.js'
import type { SkillDeps } from './skill-deps.js'
import { whyHidden } from './skill-file.js'
import { planJob } from './skill-job.js'
import { runJobs } from './skill-jobs.js'
import {
  closeWaiting,
  isInUse,
  MAX_ACTIVE,
  readLife,
  readLives,
  skillChanged,
  stepOf,
} from './skill-life.js'
import { commitSkill, listSkills, readSkillText, removeSkill } from './skills-folder.js'

/** Who may accept a change: with `analysis` it is committed and waits for a person to install it. */
type AcceptedBy = Extract<SkillState['by'], 'person' | 'analysis' | 'trial'>

/** A row that makes sure an accepted change is committed. */
export const commitLater = (changeId: string, by: AcceptedBy, now: Date): RecordWrite => ({
  kind: 'due',
  record: hostDue('cycle-commit', changeId, { dueAt: now, payload: { change: changeId, by } }),
})

/**
 * Commits a proposal and installs it; it stays `accepted` where another process is at it. `proof` says how
 * a person was known.
 */
export async function approveChange(
  id: string,
  by: AcceptedBy,
  deps: SkillDeps,
  proof?: string,
): Promise<SkillChange> {
  const now = deps.now()
  const at = now.toISOString()
  const current = (skill: string) => readSkillText(deps.skills, skill)
  const inUse = await skillsInUse(deps)
  if (by === 'person') await refuseUntried(id, deps)
  await deps.store.change({ kind: 'skill_change', id, at }, (change) => {
    const known = existing(change, id)
    if (known.state === 'accepted' || known.state === 'approved') return nothing(null)
    refuseUnlessProposed(known)
    if (current(known.skill) !== known.before) throw changedSince(known)
    refuseHidden(known)
    refuseTooMany(known, inUse)
    const verdict = VERDICTS[by] + (proof === undefined ? '' : ` (${proof})`)
    const accepted: SkillChange = { ...known, state: 'accepted', verdict }
    const { skill } = known
    return {
      writes: [
        { kind: 'skill_change', record: accepted },
        commitLater(id, by, now),
        ...(known.after === ''
          ? []
          : [planJob({ do: 'install', skill, scope: 'project', by }, now)]),
      ],
      removes: [],
      events: [skillChanged(accepted, at)],
      result: null,
    }
  })
  return commitUnlessTaken(id, deps)
}

const VERDICTS: Readonly<Record<AcceptedBy, string>> = {
  person: 'approved by user',
  analysis: 'approval: auto',
  trial: 'kept by its trial',
}

/** A server that saw the row may have been quicker: then its commit is the one. */
async function commitUnlessTaken(id: string, deps: SkillDeps): Promise<SkillChange> {
  try {
    const committed = await commitChange(id, deps)
    await runJobs(deps)
    return committed
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
    const row = await store.get('due', hostDueId('cycle-commit', id))
    const by = (row?.payload['by'] ?? 'analysis') as AcceptedBy
    const life = await readLife(store, name)
    const commit =
      text === ''
        ? await removeSkill(skills, { id, name, reason })
        : await commitSkill(skills, { id, name, text, reason })
    return await settle(id, { commit, by, life, skill: name, isRetired: text === '' }, deps)
  } finally {
    await lease.release()
  }
}

interface Committed {
  commit: string | null
  by: AcceptedBy
  life: SkillState | null
  skill: string
  isRetired: boolean
}

const NONE_CLOSED = { writes: [], events: [] }

async function settle(
  id: string,
  { commit, by, life, isRetired, skill: name }: Committed,
  { store, now }: HostDeps,
): Promise<SkillChange> {
  const at = now().toISOString()
  const closed = isRetired ? await closeWaiting(name, { store, at }) : NONE_CLOSED
  return store.change({ kind: 'skill_change', id, at }, (change) => {
    const known = existing(change, id)
    if (known.state !== 'accepted') return nothing(known)
    const approved: SkillChange = { ...known, state: 'approved', commit, settled_at: at }
    const { skill, after, verdict } = approved
    const reason = verdict ?? ''
    const step = stepOf(
      life,
      isRetired
        ? { skill, by, reason, commit, changeId: id, state: 'retired' }
        : { skill, by, reason, commit, changeId: id, state: 'active', textHash: sha256(after) },
      at,
    )
    const mustGo = isRetired && step.record.installed.length > 0
    return {
      writes: [
        { kind: 'skill_change', record: approved },
        ...step.writes,
        ...closed.writes,
        ...(mustGo ? [planJob({ do: 'uninstall', skill, reason }, now())] : []),
      ],
      removes: [{ kind: 'due', id: hostDueId('cycle-commit', id) }],
      events: [skillChanged(approved, at), ...step.events, ...closed.events],
      result: approved,
    }
  })
}

export async function rejectChange(
  id: string,
  reason: string,
  { store, now }: HostDeps,
  by: Extract<SkillState['by'], 'person' | 'trial'> = 'person',
): Promise<SkillChange> {
  const at = now().toISOString()
  const life = await readLife(store, (await store.get('skill_change', id))?.skill ?? '')
  return store.change({ kind: 'skill_change', id, at }, (change) => {
    const known = existing(change, id)
    if (known.state === 'rejected') return nothing(known)
    refuseUnlessProposed(known)
    const verdict = `rejected${reason === '' ? '' : `: ${reason}`}`
    const rejected: SkillChange = { ...known, state: 'rejected', verdict, settled_at: at }
    const isNew = life?.state === 'proposed' || life?.state === 'trial'
    const step = isNew
      ? stepOf(life, { skill: known.skill, state: 'retired', by, reason: verdict }, at)
      : { writes: [], events: [] }
    return {
      writes: [{ kind: 'skill_change', record: rejected }, ...step.writes],
      removes: [],
      events: [skillChanged(rejected, at), ...step.events],
      result: rejected,
    }
  })
}

/** The skills that agents may be given now, by name. */
export async function skillsInUse({ store, skills }: SkillDeps): Promise<string[]> {
  const lives = await readLives(store)
  return listSkills(skills).flatMap(({ name, reading }) =>
    reading.ok && isInUse(lives.get(name)?.state) ? [name] : [],
  )
}

/** Where skills have to prove themselves, a person's word alone does not make one active. */
async function refuseUntried(id: string, { store, config }: SkillDeps): Promise<void> {
  const change = await store.get('skill_change', id)
  if (config?.cycle.skills.approval !== 'trial' || change === null || change.after === '') return
  const trials = await store.list('trial', { subject: change.skill, limit: 50 })
  const hash = sha256(change.after)
  if (trials.some((one) => one.textHash === hash && one.result?.verdict === 'kept')) return
  throw new ReflectError('usage', `${change.skill} has not passed a trial`, {
    remedy: `reflect skills trial ${change.skill} (cycle.skills.approval is trial)`,
  })
}

function refuseTooMany({ skill, after }: SkillChange, inUse: readonly string[]): void {
  if (after === '' || inUse.includes(skill) || inUse.length < MAX_ACTIVE) return
  throw new ReflectError('usage', `${inUse.length} skills are in use; ${MAX_ACTIVE} is the most`, {
    remedy: 'Retire one first: `reflect skills` shows which are stale.',
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
