/**
 * Tier 3: one recommendation comes in, at most one new text per skill goes out, as a proposal or,
 * where the user said so, accepted. The sub-session that writes it reads the skills folder and
 * nothing else, runs nothing, and has five rounds. What does not pass the checks is kept as refused,
 * with the reason.
 */
import { takeLease } from '../../host/lease.js'
import { hostDueId } from '../../host/due-rows.js'
import { interactionWrite } from '../../host/interaction.js'
import { ownSessionId } from '../../host/own-session.js'
import { toolLoop } from '../../host/runners/tool-loop.js'
import { findTwin, whyRefused } from '../../host/skills/check-skill.js'
import { commitLater } from '../../host/skills/skill-changes.js'
import { formatSkill } from '../../host/skills/skill-file.js'
import type { Skill } from '../../host/skills/skill-file.js'
import { skillOfPath } from '../../host/skills/skill-reads.js'
import { listSkills, readSkillText } from '../../host/skills/skills-folder.js'
import { readLives, skillChanged, stepOf } from '../../host/skills/skill-life.js'
import { runSubSession } from '../../host/sub-session.js'
import { addSkillTool } from '../../host/tools/add-skill.js'
import { appendMemoryTool } from '../../host/tools/append-memory.js'
import type { Note } from '../../host/tools/append-memory.js'
import { retireSkillTool } from '../../host/tools/retire-skill.js'
import { readFileTool } from '../../host/tools/read-file.js'
import type { Tool } from '../../host/tools/tool.js'
import { oneLineSafely } from '../../safety/clip-safely.js'
import { fence } from '../../safety/fence.js'
import type { DueRow } from '../../schema/due-row.js'
import type { RecordWrite } from '../../schema/records.js'
import type { SkillChange } from '../../schema/skill-change.js'
import { fillSlots } from '../../util/fill-slots.js'
import { sha256 } from '../../util/sha256.js'
import type { AnalysisDeps } from './analysis.js'
import { recentFailures } from './analysis.js'
import { whyHeldBack } from './hold-back.js'
import { SKILL_CHANGE_PROMPT } from './prompts/skill-change.js'
import { skillsToRetire } from './skill-actions.js'
import type { FactSkillDeps } from './skills-of-facts.js'

/** What a whole cycle needs from outside: a model, and the folder of skills. */
export interface ChangeDeps extends AnalysisDeps, FactSkillDeps {}

const MAX_ROUNDS = 5
const TIMEOUT_MS = 300_000
const RETRY_MS = 15 * 60_000
const MAX_TRIES = 3

/** What came of a recommendation. */
export interface ChangeEnd {
  changes: SkillChange[]
  /** Why it came to nothing; null when it did not. */
  problem: string | null
}

/** Carries out one recommendation; null when another process has it or had it, or it was given up. */
export async function runChange(row: DueRow, deps: ChangeDeps): Promise<ChangeEnd | null> {
  const id = row.payload['change'] ?? row.id
  const lease = await takeLease(`cycle-change:${id}`, deps.nextId(), deps)
  if (lease === null) return null
  try {
    const recommendation = row.payload['recommendation'] ?? ''
    const [retired] = skillsToRetire(recommendation)
    const drafts =
      retired === undefined
        ? await writeDrafts(id, recommendation, deps)
        : retirement(retired, deps)
    if (drafts === null) return null
    if (await retryLater(row, drafts, deps))
      return { changes: [], problem: `${whyNothing(drafts)}; it is tried again later` }
    const changes = await record(row, id, drafts, deps)
    if (changes === null) return null
    return { changes, problem: changes.length > 0 ? null : whyNothing(drafts) }
  } finally {
    await lease.release()
  }
}

function whyNothing({ accepted, retired, said, failed, isOrder }: Drafts): string {
  if (retired !== null) return `that ${retired} is to be retired is proposed already`
  if (accepted.size > 0)
    return `the same text for ${[...accepted.keys()].join(', ')} is proposed already`
  const words = oneLineSafely(said, 300)
  if (isOrder) return words
  return failed
    ? `the session that was to change a skill failed: ${words}`
    : `the session that was to change a skill changed none: ${words || 'it said nothing'}`
}

/** A session that failed before it handed anything in is tried again, some times. */
async function retryLater(row: DueRow, drafts: Drafts, { store, now }: ChangeDeps) {
  const tries = Number(row.payload['tries'] ?? 0) + 1
  const isEmpty = drafts.accepted.size + drafts.refused.size === 0 && drafts.retired === null
  if (!drafts.failed || !isEmpty || tries >= MAX_TRIES) return false
  const dueAt = new Date(now().getTime() + RETRY_MS * tries).toISOString()
  const payload = { ...row.payload, tries: String(tries) }
  await store.add([{ kind: 'due', record: { ...row, dueAt, payload } }])
  return true
}

interface Drafts {
  accepted: Map<string, Skill>
  /** The last refusal of each name that has no accepted text. */
  refused: Map<string, { skill: Skill; reason: string }>
  /** By the name of an accepted skill: the new one that nearly repeated it, and became its text. */
  merged: Map<string, string>
  /** The skill that should go. */
  retired: string | null
  /** The analysis ordered it itself, and no session was needed. */
  isOrder: boolean
  notes: Note[]
  said: string
  failed: boolean
}

const noDrafts = (): Drafts => ({
  accepted: new Map(),
  refused: new Map(),
  merged: new Map(),
  retired: null,
  isOrder: false,
  notes: [],
  said: '',
  failed: false,
})

const retirement = (skill: string, { skills }: ChangeDeps): Drafts =>
  readSkillText(skills, skill) === null
    ? { ...noDrafts(), isOrder: true, said: `there is no skill "${skill}" to retire` }
    : { ...noDrafts(), isOrder: true, retired: skill }

/** null when it was given up, and is to be done again. */
async function writeDrafts(
  id: string,
  recommendation: string,
  deps: ChangeDeps,
): Promise<Drafts | null> {
  const drafts = noDrafts()
  const readings = listSkills(deps.skills)
  const others = readings.flatMap(({ reading }) => (reading.ok ? [reading.skill] : []))
  const toolOutput = (await recentFailures(deps)).flatMap(({ result, error }) => [
    result,
    error ?? '',
  ])
  const skillsRead = new Set<string>()
  const tools = [
    readFileTool(deps.skills.dir, (file) => {
      const skill = skillOfPath(file, deps.skills.dir)
      if (skill !== null) skillsRead.add(skill)
    }),
    addSkillTool((skill) => {
      const reason = whyRefused(skill, toolOutput)
      if (reason !== null) drafts.refused.set(skill.name.slice(0, 64), { skill, reason })
      else accept(skill, others, drafts)
      return reason
    }),
    retireSkillTool(async (skill) => {
      const { retired, said } = retirement(skill, deps)
      if (retired !== null) drafts.retired = retired
      return retired === null ? said : null
    }),
    appendMemoryTool((note) => void drafts.notes.push(note)),
  ] as readonly Tool[]
  const end = await runSubSession(
    {
      sessionId: ownSessionId(`${id}:${deps.nextId()}`),
      taskId: null,
      objective: fillSlots(SKILL_CHANGE_PROMPT, {
        recommendation: fence(recommendation, { source: 'analysis', maxChars: 4000 }),
        skills: describeSkills(others),
      }),
      runner: toolLoop({
        model: deps.model,
        role: 'mutation',
        tools,
        systemPromptMode: 'none',
        maxRounds: MAX_ROUNDS,
        skillsRead,
      }),
      timeoutMs: TIMEOUT_MS,
      signal: deps.signal,
    },
    deps,
  )
  if (end.kind !== 'ended') return null
  const { status, error, result } = end.outcome
  return { ...drafts, said: error ?? result, failed: status !== 'completed' }
}

/** A skill that nearly repeats another is a new text for that one. */
function accept(skill: Skill, others: readonly Skill[], drafts: Drafts): void {
  const twin = findTwin(skill, others)
  if (twin !== null) drafts.merged.set(twin.name, skill.name)
  const name = twin?.name ?? skill.name
  drafts.accepted.set(name, { ...skill, name })
}

const describeSkills = (skills: readonly Skill[]): string =>
  fence(skills.map(({ name, description }) => `- ${name}: ${description}`).join('\n') || 'none', {
    source: 'skills folder',
    maxChars: 8000,
  })

/** What came of it, once: another process that did the same in the meantime wins. */
async function record(
  row: DueRow,
  id: string,
  drafts: Drafts,
  deps: ChangeDeps,
): Promise<SkillChange[] | null> {
  const now = deps.now()
  const at = now.toISOString()
  const key = `cycle-change:${id}`
  const reason = row.payload['recommendation'] ?? ''
  const changes = await toChanges(id, reason, drafts, deps)
  const steps = await proposedSteps(changes, at, deps)
  const writes: RecordWrite[] = [
    ...changes.map((record): RecordWrite => ({ kind: 'skill_change', record })),
    ...changes
      .filter(({ state }) => state === 'accepted')
      .map((one) => commitLater(one.id, 'analysis', now)),
    ...steps.flatMap((step) => step.writes),
    ...drafts.notes.map((note, index) => memoryOf(note, `${key}:${index + 1}`, at)),
    interactionWrite({
      id: key,
      action: 'reflection_change',
      session: ownSessionId(id),
      input: reason,
      output: JSON.stringify({
        changes: changes.map(({ id, skill, state, verdict }) => ({ id, skill, state, verdict })),
        said: drafts.said.slice(0, 2000),
      }),
      timestamp: at,
    }),
  ]
  const dueId = hostDueId('cycle-change', id)
  const done = { at, kind: 'cycle.change', sessionId: ownSessionId(id), key, body: { id } }
  const recorded = await deps.store.once(key, () => ({
    writes,
    removes: [{ kind: 'due', id: dueId }],
    events: [
      done,
      ...changes.map((change) => skillChanged(change, at)),
      ...steps.flatMap((step) => step.events),
    ],
    result: changes,
  }))
  if (recorded === null) await deps.store.remove('due', dueId, at)
  return recorded
}

const MAX_WAITING = 200

async function toChanges(
  id: string,
  reason: string,
  { accepted, refused, merged, retired }: Drafts,
  deps: ChangeDeps,
): Promise<SkillChange[]> {
  const isAuto = deps.config.cycle.skills.approval === 'auto'
  const at = deps.now().toISOString()
  type Decided = Pick<SkillChange, 'state' | 'verdict'>
  const toChange = (name: string, after: string, decided: Decided): SkillChange => ({
    id: `${id}-${name.replaceAll(/[^a-z0-9-]/g, '_').slice(0, 64) || '_'}`,
    skill: name.slice(0, 64) || '_',
    reason,
    before: readSkillText(deps.skills, name.replaceAll(/[^a-z0-9-]/g, '_')),
    after,
    ...decided,
    commit: null,
    proposed_at: at,
    settled_at: decided.state === 'refused' ? at : null,
  })
  const decide = (heldBack: string | null): Decided =>
    isAuto && heldBack === null
      ? { state: 'accepted', verdict: 'approval: auto' }
      : { state: 'proposed', verdict: heldBack }
  const changes: SkillChange[] = []
  const waiting = await deps.store.list('skill_change', { state: 'proposed', limit: MAX_WAITING })
  const isWaiting = (name: string, text: string): boolean =>
    waiting.some(({ skill, after }) => skill === name && after === text)
  if (retired !== null && !isWaiting(retired, '')) changes.push(toChange(retired, '', decide(null)))
  for (const skill of accepted.values()) {
    const text = formatSkill(skill)
    // Another finding led to the same words: one proposal is enough for a person.
    if (isWaiting(skill.name, text)) continue
    const heldBack = await whyHeldBack(skill, merged.get(skill.name), deps)
    changes.push(toChange(skill.name, text, decide(heldBack)))
  }
  for (const [name, { skill, reason: why }] of refused) {
    if (accepted.has(name)) continue
    const text = formatSkill({ ...skill, body: skill.body.slice(0, 64_000) })
    changes.push(toChange(skill.name, text, { state: 'refused', verdict: why }))
  }
  return changes
}

/** A skill that is not in use becomes a proposed one; one that is in use stays so meanwhile. */
async function proposedSteps(changes: readonly SkillChange[], at: string, { store }: ChangeDeps) {
  const lives = await readLives(store)
  return changes
    .filter(({ state, after, before }) => state !== 'refused' && after !== '' && before === null)
    .map(({ id, skill, after, reason }) =>
      stepOf(
        lives.get(skill) ?? null,
        {
          skill,
          state: 'proposed',
          by: 'analysis',
          reason,
          textHash: sha256(after),
          changeId: id,
        },
        at,
      ),
    )
}

const memoryOf = ({ text, tags }: Note, id: string, at: string): RecordWrite => ({
  kind: 'memory',
  record: {
    id,
    owner: 'cycle',
    ts: at,
    text,
    tags: ['reflection', ...tags],
    kind: 'note',
    provenance: 'reflection',
  },
})
