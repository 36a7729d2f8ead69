/**
 * Starts a sub-session on the built-in loop: an objective and a list of tool names come in, an
 * outcome goes out. Only tools that are named exist for it; a name that there is none of is refused
 * before anything starts.
 */
import { skillOfFile } from '../read/ledger/read-skills.js'
import type { Model } from '../model.js'
import { ReflectError } from '../schema/error.js'
import type { ModelRole } from '../schema/model-call.js'
import { nearest } from '../util/nearest.js'
import type { HostDeps } from './host-deps.js'
import type { Runner } from './runner.js'
import { toolLoop } from './runners/tool-loop.js'
import type { SystemPromptMode } from './runners/tool-loop.js'
import { whyRefused } from './skills/check-skill.js'
import { proposeChange } from './skills/propose-change.js'
import { formatSkill } from './skills/skill-file.js'
import { listSkills } from './skills/skills-folder.js'
import type { SkillsPlace } from './skills/skills-folder.js'
import { runSubSession } from './sub-session.js'
import type { SubSessionEnd } from './sub-session.js'
import { addSkillTool } from './tools/add-skill.js'
import { appendMemoryTool } from './tools/append-memory.js'
import { readFileTool } from './tools/read-file.js'
import { readSkillTool } from './tools/read-skill.js'
import { retireSkillTool } from './tools/retire-skill.js'
import type { Tool } from './tools/tool.js'

/** What a sub-session needs from outside. */
export interface SpawnDeps extends HostDeps {
  model: Model | null
  skills: SkillsPlace
  /** What `read_file` may read. */
  root: string
  signal: AbortSignal
}

/** What a sub-session is to do, and with what. */
export interface SpawnInput {
  objective: string
  /** @default all that there are */
  toolNames?: readonly string[]
  /** @default 'full' */
  systemPromptMode?: SystemPromptMode
  /** The role whose backends answer. @default 'sub_sessions' */
  pool?: ModelRole
  /** The session that this one works for. */
  parentThreadId?: string
  /** @default 20 */
  maxRounds?: number
  /** Adds `add_skill` and `retire_skill`, whose changes wait for a person. @default false */
  mayProposeSkills?: boolean
  taskId?: string
  /** @default 600000 */
  timeoutMs?: number
}

const TOOL_NAMES = ['read_file', 'read_skill', 'append_memory'] as const
const SKILL_TOOL_NAMES = ['add_skill', 'retire_skill'] as const

/** Runs a sub-session on the built-in tool loop and records its outcome. */
export function spawn(input: SpawnInput, deps: SpawnDeps): Promise<SubSessionEnd> {
  const { objective, taskId = null, parentThreadId, timeoutMs = 600_000 } = input
  return runSubSession(
    {
      sessionId: `sub-${deps.nextId()}`,
      taskId,
      ...(parentThreadId === undefined ? {} : { parentId: parentThreadId }),
      objective,
      runner: builtInRunner(input, deps),
      timeoutMs,
      signal: deps.signal,
    },
    deps,
  )
}

/** The built-in loop with the tools that are named. */
export function builtInRunner(input: Omit<SpawnInput, 'objective'>, deps: SpawnDeps): Runner {
  const { model, skills, root, store, now, nextId } = deps
  const names = input.mayProposeSkills === true ? [...TOOL_NAMES, ...SKILL_TOOL_NAMES] : TOOL_NAMES
  const skillsRead = new Set<string>()
  const tools = [
    readFileTool(root, (file) => {
      const skill = skillOfFile(file)
      if (skill !== null) skillsRead.add(skill)
    }),
    readSkillTool(skills, (skill) => void skillsRead.add(skill)),
    appendMemoryTool(async ({ text, tags }) => {
      const id = nextId()
      const ts = now().toISOString()
      const entry = { id, owner: 'sub-session', ts, text, tags, kind: 'note', provenance: null }
      await store.add([{ kind: 'memory', record: entry }])
    }),
    ...(input.mayProposeSkills === true ? skillTools(deps) : []),
  ] as readonly Tool[]
  return toolLoop({
    model,
    role: input.pool ?? 'sub_sessions',
    tools: chooseTools(tools, input.toolNames ?? names),
    systemPromptMode: input.systemPromptMode ?? 'full',
    maxRounds: input.maxRounds ?? 20,
    skillsRead,
  })
}

/** What a sub-session changes about skills is a proposal, never more. */
function skillTools(deps: SpawnDeps) {
  const reason = 'proposed by a sub-session'
  return [
    addSkillTool(async (skill) => {
      const refused = whyRefused(skill, [])
      if (refused !== null) return refused
      await proposeChange({ skill: skill.name, after: formatSkill(skill), reason }, deps)
      return null
    }),
    retireSkillTool(async (skill, why) => {
      const isThere = listSkills(deps.skills).some(({ name }) => name === skill)
      if (!isThere) return `there is no skill "${skill}"`
      await proposeChange({ skill, after: '', reason: why }, deps)
      return null
    }),
  ]
}

function chooseTools(tools: readonly Tool[], names: readonly string[]): Tool[] {
  return [...new Set(names)].map((name) => {
    const tool = tools.find((one) => one.name === name)
    if (tool !== undefined) return tool
    const known = tools.map((one) => one.name)
    const near = nearest(name, known)
    const isWithheld = SKILL_TOOL_NAMES.some((one) => one === name)
    throw new ReflectError(
      'usage',
      `There is no tool "${name}"${near ? `; did you mean ${near}?` : ''}`,
      {
        remedy: isWithheld
          ? 'It is there with mayProposeSkills: true.'
          : `Available: ${known.join(', ')}.`,
      },
    )
  })
}
