/**
 * What is to be done about a skill beyond its text: install it, take it away, retire it, roll a
 * commit back. Each is a row before it is an act, so a killed process leaves something that the next
 * one completes, and doing it twice does no harm.
 */
import type { DueRow } from '../../schema/due-row.js'
import { ReflectError } from '../../schema/error.js'
import type { RecordWrite } from '../../schema/records.js'
import type { SkillState } from '../../schema/skill-state.js'
import type { Change } from '../../store.js'
import { sha256 } from '../../util/sha256.js'
import { takeLease } from '../lease.js'
import { resolvedFinding } from '../resolved-finding.js'
import { installSkill, removeSkillCopies } from './install/install-skill.js'
import type { Installed, SkillConflict } from './install/install-skill.js'
import type { SkillTargets } from './install/skill-target.js'
import type { SkillDeps } from './skill-deps.js'
import { planJob } from './skill-job.js'
import type { SkillJob } from './skill-job.js'
import { draftChange } from './propose-change.js'
import { closeWaiting, isInUse, isOfPerson, readLife, stepOf } from './skill-life.js'
import type { Step } from './skill-life.js'
import { readSkillText, removeSkill, rollbackSkill } from './skills-folder.js'
import type { RolledBack } from './skills-folder.js'

export interface JobDone {
  installed?: Installed
  uninstalled?: { removed: string[]; kept: SkillConflict[] }
  rolledBack?: RolledBack
}

/** Plans it and does it at once; what follows from it is done too. */
export async function doJob(job: SkillJob, deps: SkillDeps): Promise<JobDone> {
  const write = planJob(job, deps.now())
  await deps.store.add([write])
  let done: JobDone | null
  try {
    done = await runJob(write.record as DueRow, deps, false)
  } catch (error) {
    // What a person asked for and can't be had is told to them, and not tried again.
    if (error instanceof ReflectError && error.code !== 'store-locked') {
      await drop((write.record as DueRow).id, deps)
    }
    throw error
  }
  await runJobs(deps)
  return done ?? {}
}

const MAX_PASSES = 4

/** Does what waits; says what could not be done now. */
export async function runJobs(deps: SkillDeps): Promise<string[]> {
  const problems: string[] = []
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const now = deps.now().toISOString()
    const rows = await deps.store.list('due', { kind: 'skill-job', order: 'oldest', limit: 200 })
    const due = rows.filter(({ dueAt }) => dueAt <= now)
    let count = 0
    for (const row of due) {
      const ended = await tryJob(row, deps)
      if (typeof ended === 'string') problems.push(ended)
      if (ended === true) count += 1
    }
    if (count === 0) break
  }
  return problems
}

const RETRY_MS = 60_000

/** true: it was done; false: it waits for something else; a text: why it failed. */
async function tryJob(row: DueRow, deps: SkillDeps): Promise<boolean | string> {
  try {
    return (await runJob(row, deps, true)) !== null
  } catch (error) {
    if (!(error instanceof ReflectError)) throw error
    const dueAt = new Date(deps.now().getTime() + RETRY_MS).toISOString()
    if (['usage', 'not-found'].includes(error.code)) await drop(row.id, deps)
    else await deps.store.add([{ kind: 'due', record: { ...row, dueAt } }])
    return error.message
  }
}

/** null when it can't be done yet, here or at all. `isResumed`: an earlier process may have begun it. */
async function runJob(row: DueRow, deps: SkillDeps, isResumed: boolean): Promise<JobDone | null> {
  const job = JSON.parse(row.payload['job'] ?? '{}') as SkillJob
  const { targets } = deps
  const lease = await takeLease('skills', deps.nextId(), deps)
  if (lease === null) throw busy()
  try {
    if (job.do === 'retire') return await retire(job, row, deps)
    if (job.do === 'rollback') return await rollback(job.commit, isResumed, row, deps)
    if (targets === undefined) return null
    const ended = await place(job, { ...deps, targets })
    if (ended !== null) await drop(row.id, deps)
    return ended
  } finally {
    await lease.release()
  }
}

async function place(
  job: Extract<SkillJob, { do: 'install' | 'uninstall' }>,
  deps: SkillDeps & { targets: SkillTargets },
): Promise<JobDone | null> {
  if (job.do === 'uninstall') {
    return { uninstalled: await removeSkillCopies(job.skill, job.reason, deps) }
  }
  const { state } = (await readLife(deps.store, job.skill)) ?? {}
  // Approved, and its commit is still to come.
  if (state === 'proposed' || state === 'trial') return null
  if (!isInUse(state)) return {}
  return { installed: await installSkill(job.skill, job, deps) }
}

async function retire(
  { skill, id, by, reason, findingId }: Extract<SkillJob, { do: 'retire' }>,
  row: DueRow,
  deps: SkillDeps,
): Promise<JobDone> {
  if (by === 'finding' && (await isOfPerson(deps.store, skill))) {
    return proposeRetirement(skill, reason, row, deps)
  }
  const life = await readLife(deps.store, skill)
  const commit = await removeSkill(deps.skills, { id: `retire-${id}`, name: skill, reason })
  if (commit === null) {
    const what =
      life?.state === 'retired' ? `${skill} is retired already` : `There is no skill "${skill}"`
    throw new ReflectError('not-found', what, {
      remedy: '`reflect skills` shows what there is.',
    })
  }
  const closed = await closeWaiting(skill, { store: deps.store, at: deps.now().toISOString() })
  const step = { skill, state: 'retired', by, reason, commit, findingId } as const
  await settle(row, life, [step], closed, deps)
  return {}
}

/** Reports of tasks and sessions are an agent's word: what a person agreed to goes by a person's. */
async function proposeRetirement(
  skill: string,
  reason: string,
  row: DueRow,
  deps: SkillDeps,
): Promise<JobDone> {
  const { store } = deps
  const waiting = await store.list('skill_change', { subject: skill, state: 'proposed' })
  const isNews =
    readSkillText(deps.skills, skill) !== null && !waiting.some(({ after }) => after === '')
  const { writes, events } = isNews
    ? await draftChange({ skill, after: '', reason }, deps)
    : { writes: [], events: [] }
  const removes = [{ kind: 'due', id: row.id } as const]
  const key = `skill-job:${row.payload['job']}`
  const told = events.map((event, index) => (index === 0 ? { ...event, key } : event))
  await store.once(key, () => ({ writes, removes, events: told, result: null }))
  return {}
}

async function rollback(
  asked: string,
  isResumed: boolean,
  row: DueRow,
  deps: SkillDeps,
): Promise<JobDone> {
  const rolledBack = await rollbackSkill(deps.skills, asked, { isResumed })
  for (const skill of rolledBack.skills) await settleRollback(skill, rolledBack, row, deps)
  return { rolledBack }
}

async function settleRollback(
  skill: string,
  { commit, undone }: RolledBack,
  row: DueRow,
  deps: SkillDeps,
): Promise<void> {
  const { store } = deps
  const life = await readLife(store, skill)
  const changes = await store.list('skill_change', { subject: skill, state: 'approved' })
  const change = changes.find((one) => one.commit === undone)
  const text = readSkillText(deps.skills, skill)
  const reason = `rolled back ${undone.slice(0, 10)}`
  const common = { skill, by: 'person', commit } as const
  const back: Step = {
    ...common,
    state: 'rolled_back',
    reason,
    changeId: change?.id ?? null,
    ...(change === undefined ? {} : { textHash: sha256(change.after) }),
  }
  const before: Step[] =
    text === null
      ? []
      : [
          {
            ...common,
            state: 'active',
            reason: `${reason}: the text before it`,
            textHash: sha256(text),
          },
        ]
  const writes: RecordWrite[] =
    change === undefined
      ? []
      : [{ kind: 'skill_change', record: { ...change, state: 'rolled_back' } }]
  await settle(row, life, [back, ...before], { writes, events: [] }, deps)
}

/** Records the steps once, removes the row, and plans what has to follow in clients' folders. */
async function settle(
  row: DueRow,
  life: SkillState | null,
  steps: readonly Step[],
  more: Pick<Change<null>, 'writes' | 'events'>,
  deps: SkillDeps,
): Promise<void> {
  const { store, now } = deps
  const at = now().toISOString()
  const change: Change<null> & { writes: RecordWrite[] } = {
    writes: [...more.writes],
    removes: [{ kind: 'due', id: row.id }],
    events: [...more.events],
    result: null,
  }
  let last = life
  for (const step of steps) {
    const next = stepOf(last, step, at)
    change.writes.push(...next.writes)
    change.events = [...change.events, ...next.events]
    last = next.record
  }
  if (last !== null && last.installed.length > 0) change.writes.push(followUp(last, now()))
  const key = `skill-job:${row.payload['job']}:${life?.id ?? ''}`
  const events = change.events.map((event, index) => (index === 0 ? { ...event, key } : event))
  await store.once(key, () => ({ ...change, events }))
  for (const finding of await store.list('finding', { subject: last!.skill, state: 'open' })) {
    await store.change({ kind: 'finding', id: finding.id, at }, (known) =>
      resolvedFinding(known, at),
    )
  }
}

const followUp = ({ skill, state, scope, reason }: SkillState, now: Date): RecordWrite =>
  state === 'active'
    ? planJob({ do: 'install', skill, scope, by: 'person' }, now)
    : planJob({ do: 'uninstall', skill, reason }, now)

const drop = (id: string, { store, now }: SkillDeps): Promise<unknown> =>
  store.remove('due', id, now().toISOString())

const busy = (): ReflectError =>
  new ReflectError('store-locked', 'Another process is changing the skills', {
    remedy: 'It takes seconds; try again.',
  })
