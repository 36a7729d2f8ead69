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
import { whyRefused } from '../../host/skills/check-skill.js'
import { commitLater, skillChanged } from '../../host/skills/skill-changes.js'
import { formatSkill } from '../../host/skills/skill-file.js'
import type { Skill } from '../../host/skills/skill-file.js'
import { skillOfPath } from '../../host/skills/skill-reads.js'
import { listSkills, readSkillText } from '../../host/skills/skills-folder.js'
import type { SkillsPlace } from '../../host/skills/skills-folder.js'
import { runSubSession } from '../../host/sub-session.js'
import { addSkillTool } from '../../host/tools/add-skill.js'
import { appendMemoryTool } from '../../host/tools/append-memory.js'
import type { Note } from '../../host/tools/append-memory.js'
import { readFileTool } from '../../host/tools/read-file.js'
import type { Tool } from '../../host/tools/tool.js'
import { fence } from '../../safety/fence.js'
import type { DueRow } from '../../schema/due-row.js'
import type { RecordWrite } from '../../schema/records.js'
import type { SkillChange } from '../../schema/skill-change.js'
import { fillSlots } from '../../util/fill-slots.js'
import type { AnalysisDeps } from './analysis.js'
import { recentFailures } from './analysis.js'
import { SKILL_CHANGE_PROMPT } from './prompts/skill-change.js'

/** What a whole cycle needs from outside: a model, and the folder of skills. */
export interface ChangeDeps extends AnalysisDeps {
  skills: SkillsPlace
}

const MAX_ROUNDS = 5
const TIMEOUT_MS = 300_000
const RETRY_MS = 15 * 60_000
const MAX_TRIES = 3

/** Carries out one recommendation; null when another process has it or had it. */
export async function runChange(row: DueRow, deps: ChangeDeps): Promise<SkillChange[] | null> {
  const id = row.payload['change'] ?? row.id
  const lease = await takeLease(`cycle-change:${id}`, deps.nextId(), deps)
  if (lease === null) return null
  try {
    const drafts = await writeDrafts(id, row.payload['recommendation'] ?? '', deps)
    if (drafts === null || (await retryLater(row, drafts, deps))) return null
    return await record(row, id, drafts, deps)
  } finally {
    await lease.release()
  }
}

/** A session that failed before it handed anything in is tried again, some times. */
async function retryLater(row: DueRow, drafts: Drafts, { store, now }: ChangeDeps) {
  const tries = Number(row.payload['tries'] ?? 0) + 1
  const isEmpty = drafts.accepted.size + drafts.refused.size === 0
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
  notes: Note[]
  said: string
  failed: boolean
}

/** null when it was given up, and is to be done again. */
async function writeDrafts(
  id: string,
  recommendation: string,
  deps: ChangeDeps,
): Promise<Drafts | null> {
  const drafts: Drafts = {
    accepted: new Map(),
    refused: new Map(),
    notes: [],
    said: '',
    failed: false,
  }
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
      const reason = whyRefused(skill, { others, toolOutput })
      if (reason !== null) drafts.refused.set(skill.name.slice(0, 64), { skill, reason })
      else drafts.accepted.set(skill.name, skill)
      return reason
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

const describeSkills = (skills: readonly Skill[]): string =>
  fence(skills.map(({ name, description }) => `- ${name}: ${description}`).join('\n') || 'none', {
    source: 'skills folder',
    maxChars: 8000,
  })

/** What came of it, once: whoever did the same in the meantime wins. */
async function record(
  row: DueRow,
  id: string,
  { accepted, refused, notes, said }: Drafts,
  deps: ChangeDeps,
): Promise<SkillChange[] | null> {
  const now = deps.now()
  const at = now.toISOString()
  const key = `cycle-change:${id}`
  const isAuto = deps.config.cycle.skills.approval === 'auto'
  const reason = row.payload['recommendation'] ?? ''
  const toChange = (skill: Skill, state: SkillChange['state'], verdict: string | null) => ({
    id: `${id}-${skill.name.replaceAll(/[^a-z0-9-]/g, '_').slice(0, 64) || '_'}`,
    skill: skill.name.slice(0, 64) || '_',
    reason,
    before: readSkillText(deps.skills, skill.name.replaceAll(/[^a-z0-9-]/g, '_')),
    after: formatSkill(skill),
    state,
    verdict,
    commit: null,
    proposed_at: at,
    settled_at: state === 'refused' ? at : null,
  })
  const changes: SkillChange[] = [
    ...[...accepted.values()].map((skill) =>
      isAuto ? toChange(skill, 'accepted', 'approval: auto') : toChange(skill, 'proposed', null),
    ),
    ...[...refused]
      .filter(([name]) => !accepted.has(name))
      .map(([, { skill, reason }]) =>
        toChange({ ...skill, body: skill.body.slice(0, 64_000) }, 'refused', reason),
      ),
  ]
  const writes: RecordWrite[] = [
    ...changes.map((record): RecordWrite => ({ kind: 'skill_change', record })),
    ...changes.filter(({ state }) => state === 'accepted').map((one) => commitLater(one.id, now)),
    ...notes.map((note, index) => memoryOf(note, `${key}:${index + 1}`, at)),
    interactionWrite({
      id: key,
      action: 'reflection_change',
      session: ownSessionId(id),
      input: reason,
      output: JSON.stringify({
        changes: changes.map(({ id, skill, state, verdict }) => ({ id, skill, state, verdict })),
        said: said.slice(0, 2000),
      }),
      timestamp: at,
    }),
  ]
  const dueId = hostDueId('cycle-change', id)
  const done = { at, kind: 'cycle.change', sessionId: ownSessionId(id), key, body: { id } }
  const recorded = await deps.store.once(key, () => ({
    writes,
    removes: [{ kind: 'due', id: dueId }],
    events: [done, ...changes.map((change) => skillChanged(change, at))],
    result: changes,
  }))
  if (recorded === null) await deps.store.remove('due', dueId, at)
  return recorded
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
