import { approveChange, rejectChange } from '../../host/skills/skill-changes.js'
import { doJob } from '../../host/skills/skill-jobs.js'
import { readSkillShelf } from '../../host/skills/skill-shelf.js'
import type { ShelvedSkill } from '../../host/skills/skill-shelf.js'
import {
  listSkills as listSkillFiles,
  logSkills,
  readLastText,
  readSkillText,
  readSkillVersion,
} from '../../host/skills/skills-folder.js'
import type { SkillCommit } from '../../host/skills/skills-folder.js'
import type { DiffLine, SkillDetail, SkillItem, SkillTrial } from '../../schema/api/skill.js'
import { ReflectError } from '../../schema/error.js'
import type { Outcome } from '../../schema/outcome.js'
import type { SkillChange } from '../../schema/skill-change.js'
import type { Trial } from '../../schema/trial.js'
import { GAP, lineDiff } from '../../util/line-diff.js'
import type { Host } from '../../wiring/open-host.js'
import type { RouteHandler } from './api-deps.js'
import { toStripItem } from './tasks.js'

const MAX_COMMITS = 500
const MAX_OUTCOMES = 5000
const MAX_SESSIONS = 50
const MAX_CHANGES = 100
const MAX_FINDINGS = 50

/** Skills by name: their versions, what waits, and how the sessions that read them ended. */
export const listSkills: RouteHandler<'GET /skills'> = async (_, { host }) => {
  const shelf = await readShelf(host)
  return {
    dir: host.skills.dir,
    approval: host.config.cycle.skills.approval,
    items: await Promise.all(
      shelf.skills.filter(isShown).map(({ name }) => toSkillItem(name, shelf, host)),
    ),
  }
}

/** What is gone is on its own page only. */
const isShown = ({ state, waiting }: ShelvedSkill): boolean =>
  !['retired', 'rolled_back'].includes(state) || waiting.length > 0

interface Shelf {
  skills: ShelvedSkill[]
  files: Map<string, ReturnType<typeof listSkillFiles>[number]['reading']>
  commits: SkillCommit[]
  /** Newest first. */
  outcomes: Outcome[]
  /** Proposals that wait, and so may be of a skill that is not there yet. */
  changes: SkillChange[]
}

async function readShelf(host: Host): Promise<Shelf> {
  const { skills, store } = host
  return {
    skills: await readSkillShelf(host),
    files: new Map(listSkillFiles(skills).map(({ name, reading }) => [name, reading])),
    commits: await logSkills(skills, MAX_COMMITS),
    outcomes: await store.list('outcome', { limit: MAX_OUTCOMES }),
    changes: await store.list('skill_change', { state: 'proposed', limit: MAX_CHANGES }),
  }
}

async function toSkillItem(name: string, shelf: Shelf, { store }: Host): Promise<SkillItem> {
  const reading = shelf.files.get(name)
  const placed = shelf.skills.find((skill) => skill.name === name)
  const versions = versionsOf(name, shelf.commits)
  const counts = { completed: 0, failed: 0, timeout: 0 }
  for (const { status } of readersOf(name, shelf)) if (status !== 'interrupted') counts[status] += 1
  return {
    name,
    description: reading?.ok ? reading.skill.description : null,
    problem: reading === undefined ? 'it is only proposed' : reading.ok ? null : reading.reason,
    state: placed?.state ?? 'proposed',
    installed: placed?.installed ?? [],
    conflicts: (placed?.conflicts ?? []).map(({ folder, reason }) => ({ folder, reason })),
    versions: versions.length,
    changedAt: versions[0]?.at ?? null,
    waiting: shelf.changes.filter(({ skill }) => skill === name).length,
    openFindings: await store.count('finding', { subject: name, state: 'open' }),
    outcomes: counts,
  }
}

const versionsOf = (name: string, commits: readonly SkillCommit[]): SkillCommit[] =>
  commits.filter(({ files }) => files.some((file) => file.startsWith(`${name}/`)))

const readersOf = (name: string, { outcomes }: Shelf): Outcome[] =>
  outcomes.filter(({ skills_read: read }) => read.includes(name))

export const readSkill: RouteHandler<'GET /skills/{name}'> = async ({ params }, { host }) => {
  const { name } = params
  const shelf = await readShelf(host)
  const changes = await host.store.list('skill_change', { subject: name, limit: MAX_CHANGES })
  const isKnown = shelf.skills.some((skill) => skill.name === name)
  if (!isKnown && changes.length === 0) throw unknownSkill(name)
  return {
    ...(await toSkillItem(name, shelf, host)),
    text: readSkillText(host.skills, name) ?? (await readLastText(host.skills, name)),
    history: versionsOf(name, shelf.commits).map(({ commit, at, subject }) => ({
      commit,
      at,
      subject,
    })),
    proposals: waitingFirst(changes).map((change) => ({
      change,
      diff: toDiff(change.before, change.after),
    })),
    sessions: readersOf(name, shelf).slice(0, MAX_SESSIONS).map(toStripItem).toReversed(),
    findings: await host.store.list('finding', { subject: name, limit: MAX_FINDINGS }),
    steps: (await host.store.list('skill_state', { subject: name, limit: MAX_FINDINGS })).map(
      ({ at, state, by, reason }) => ({ at, state, by, reason }),
    ),
    trials: (await host.store.list('trial', { subject: name, limit: MAX_FINDINGS })).map(toTrial),
  } satisfies SkillDetail
}

const toTrial = ({ id, startedAt, runner, state, runs, result }: Trial): SkillTrial => ({
  id,
  at: startedAt,
  runner,
  state,
  runs: runs.length,
  done: runs.filter(({ outcome }) => outcome !== 'planned' && outcome !== 'running').length,
  result,
})

const waitingFirst = (changes: readonly SkillChange[]): SkillChange[] =>
  changes.toSorted((a, b) => Number(b.state === 'proposed') - Number(a.state === 'proposed'))

const SIGNS: Readonly<Record<string, DiffLine['sign']>> = { '+': 'added', '-': 'removed' }

function toDiff(before: string | null, after: string | null): DiffLine[] {
  return lineDiff(before ?? '', after ?? '').map((line) =>
    line === GAP
      ? { sign: 'gap', text: '' }
      : { sign: SIGNS[line[0] ?? ''] ?? 'same', text: line.slice(2) },
  )
}

export const readVersion: RouteHandler<'GET /skills/{name}/versions/{commit}'> = async (
  { params },
  { host },
) => {
  const { name, commit: asked } = params
  const commits = versionsOf(name, await logSkills(host.skills, MAX_COMMITS))
  const found = commits.find(({ commit }) => commit.startsWith(asked.toLowerCase()))
  if (found === undefined) throw unknownSkill(`${name} at ${asked}`)
  const { commit, at, subject } = found
  const { before, after } = await readSkillVersion(host.skills, commit, name)
  return { commit, at, subject, before, after, diff: toDiff(before, after) }
}

const unknownSkill = (name: string): ReflectError =>
  new ReflectError('not-found', `There is no skill ${name}`, {
    remedy: '`reflect skills list` shows them all, `reflect skills log` their versions.',
  })

export const approve: RouteHandler<'POST /skill-changes/{id}/approve'> = (
  { params },
  { host, proof },
) => approveChange(params.id, 'person', host, proof)

export const reject: RouteHandler<'POST /skill-changes/{id}/reject'> = (
  { params, body },
  { host },
) => rejectChange(params.id, body.reason ?? '', host)

export const rollback: RouteHandler<'POST /skills/rollback'> = async ({ body }, { host }) => {
  const { rolledBack } = await doJob({ do: 'rollback', commit: body.commit }, host)
  return { commit: rolledBack!.commit, skills: rolledBack!.skills }
}
