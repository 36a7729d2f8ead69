import path from 'node:path'
import { parseJson } from '../../util/parse-json.js'

const MAX_NAMES = 50
const MAX_DEPTH = 12
const MAX_PATH = 4096
const PATH_KEYS = new Set(['file_path', 'filePath', 'path', 'absolute_path'])

export interface TranscriptReads {
  tools: string[]
  skills: string[]
}

/**
 * Which tools a client used and which skills it read, where it prints its steps as JSON lines. Text
 * that merely mentions a skill is no reading of it.
 */
export function skillsInTranscript(output: string, skillsDir: string): TranscriptReads {
  const tools = new Set<string>()
  const skills = new Set<string>()
  for (const line of output.split('\n')) {
    if (!line.trimStart().startsWith('{')) continue
    visit(parseJson(line), skillsDir, { tools, skills }, 0)
  }
  return { tools: bounded(tools), skills: bounded(skills) }
}

/** The skill whose SKILL.md a path is; null when it is none. */
export function skillOfPath(file: string, skillsDir: string): string | null {
  if (file.length > MAX_PATH) return null
  const relative = path.relative(skillsDir, path.resolve(skillsDir, file))
  const match = /^([a-z0-9-]{1,64})[/\\]SKILL\.md$/.exec(relative)
  return match?.[1] ?? null
}

function visit(
  value: unknown,
  skillsDir: string,
  found: { tools: Set<string>; skills: Set<string> },
  depth: number,
): void {
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string' && PATH_KEYS.has(key)) {
      const skill = skillOfPath(item, skillsDir)
      if (skill !== null) found.skills.add(skill)
    }
    visit(item, skillsDir, found, depth + 1)
  }
  const { type, name } = value as { type?: unknown; name?: unknown }
  if (type === 'tool_use' && typeof name === 'string') found.tools.add(name)
}

const bounded = (names: ReadonlySet<string>): string[] => [...names].sort().slice(0, MAX_NAMES)
