/**
 * Starts a sub-session on the built-in loop: an objective and a list of tool names come in, an
 * outcome goes out. Only tools that are named exist for it; a name that there is none of is refused
 * before anything starts.
 */
import type { Model } from '../model.js'
import { ReflectError } from '../schema/error.js'
import type { ModelRole } from '../schema/model-call.js'
import { nearest } from '../util/nearest.js'
import type { HostDeps } from './host-deps.js'
import type { Runner } from './runner.js'
import { toolLoop } from './runners/tool-loop.js'
import type { SystemPromptMode } from './runners/tool-loop.js'
import type { SkillsPlace } from './skills/skills-folder.js'
import { runSubSession } from './sub-session.js'
import type { SubSessionEnd } from './sub-session.js'
import { appendMemoryTool } from './tools/append-memory.js'
import { readFileTool } from './tools/read-file.js'
import { readSkillTool } from './tools/read-skill.js'
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
  taskId?: string
  /** @default 600000 */
  timeoutMs?: number
}

const TOOL_NAMES = ['read_file', 'read_skill', 'append_memory'] as const

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
export function builtInRunner(
  input: Omit<SpawnInput, 'objective'>,
  { model, skills, root, store, now, nextId }: SpawnDeps,
): Runner {
  const skillsRead = new Set<string>()
  const tools = [
    readFileTool(root, () => undefined),
    readSkillTool(skills, (skill) => void skillsRead.add(skill)),
    appendMemoryTool(async ({ text, tags }) => {
      const id = nextId()
      const ts = now().toISOString()
      const entry = { id, owner: 'sub-session', ts, text, tags, kind: 'note', provenance: null }
      await store.add([{ kind: 'memory', record: entry }])
    }),
  ] as readonly Tool[]
  return toolLoop({
    model,
    role: input.pool ?? 'sub_sessions',
    tools: chooseTools(tools, input.toolNames ?? TOOL_NAMES),
    systemPromptMode: input.systemPromptMode ?? 'full',
    maxRounds: input.maxRounds ?? 20,
    skillsRead,
  })
}

function chooseTools(tools: readonly Tool[], names: readonly string[]): Tool[] {
  return [...new Set(names)].map((name) => {
    const tool = tools.find((one) => one.name === name)
    if (tool !== undefined) return tool
    const near = nearest(name, TOOL_NAMES)
    throw new ReflectError(
      'usage',
      `There is no tool "${name}"${near ? `; did you mean ${near}?` : ''}`,
      {
        remedy: `Available: ${TOOL_NAMES.join(', ')}.`,
      },
    )
  })
}
