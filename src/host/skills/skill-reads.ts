import path from 'node:path'
import {
  isSkillTool,
  readSkills,
  skillOfFile,
  skillsInCommand,
} from '../../read/ledger/read-skills.js'
import { parseJson } from '../../util/parse-json.js'

const MAX_NAMES = 50
const MAX_DEPTH = 12
const MAX_PATH = 4096
const PATH_KEYS = new Set(['file_path', 'filePath', 'path', 'absolute_path'])
const NAME_KEYS = ['name', 'tool', 'tool_name', 'toolName'] as const
const INPUT_KEYS = ['input', 'parameters', 'arguments', 'args', 'state'] as const
/** Steps of Codex that name no tool: their type is what was used. */
const ITEMS = new Set(['command_execution', 'file_change', 'web_search'])
const WRITER = /edit|write|create|patch|replace/i

export interface TranscriptReads {
  tools: string[]
  skills: string[]
}

/**
 * Which tools a client used and which skills it read, where it prints its steps as JSON lines. Text
 * that merely mentions a skill is no reading of it.
 */
export function skillsInTranscript(output: string): TranscriptReads {
  const found = { tools: new Set<string>(), skills: new Set<string>() }
  for (const line of output.split('\n')) {
    if (line.trimStart().startsWith('{')) visit(parseJson(line), found, 0)
  }
  return { tools: bounded(found.tools), skills: bounded(found.skills) }
}

/** The skill of this folder whose SKILL.md a path is; null when it is none. */
export function skillOfPath(file: string, skillsDir: string): string | null {
  if (file.length > MAX_PATH) return null
  const relative = path.relative(skillsDir, path.resolve(skillsDir, file))
  const match = /^([a-z0-9-]{1,64})[/\\]SKILL\.md$/.exec(relative)
  return match?.[1] ?? null
}

interface Found {
  tools: Set<string>
  skills: Set<string>
}

function visit(value: unknown, found: Found, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  const fields = value as Readonly<Record<string, unknown>>
  const tool = NAME_KEYS.map((key) => fields[key]).find((name) => typeof name === 'string')
  const input = INPUT_KEYS.map((key) => fields[key]).find((one) => typeof one === 'object')
  if (typeof tool === 'string' && input != null) {
    found.tools.add(tool)
    if (isSkillTool(tool)) addAll(found, readSkillInput(tool, input))
    if (WRITER.test(tool)) return
  }
  if (typeof fields['type'] === 'string' && ITEMS.has(fields['type']))
    found.tools.add(fields['type'])
  for (const [key, item] of Object.entries(fields)) {
    if (typeof item === 'string' && PATH_KEYS.has(key)) addAll(found, [skillOfFile(item) ?? ''])
    if (key === 'command') addAll(found, skillsInCommand(asLine(item)))
    visit(item, found, depth + 1)
  }
}

const readSkillInput = (tool: string, input: unknown): string[] =>
  readSkills({ tool, toolKind: 'other', action: JSON.stringify(input).slice(0, MAX_PATH) })

/** A line, or the words of a program. */
const asLine = (command: unknown): string =>
  typeof command === 'string' ? command : Array.isArray(command) ? command.join(' ') : ''

function addAll({ skills }: Found, names: readonly string[]): void {
  for (const name of names) if (name !== '') skills.add(name)
}

const bounded = (names: ReadonlySet<string>): string[] => [...names].sort().slice(0, MAX_NAMES)
