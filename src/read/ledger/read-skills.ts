/**
 * Which skills a call reads: by a client's own tool for them, by the file of a skill that it opens, or
 * by a command that prints one. Words that merely name a skill, and calls that write one, read nothing.
 */
import type { ToolKind } from '../../schema/transcript.js'

export interface SkillCall {
  tool: string
  toolKind: ToolKind
  /** The command, the files or the arguments. */
  action: string
}

export function readSkills({ tool, toolKind, action }: SkillCall): string[] {
  if (isSkillTool(tool)) return SKILL_NAME.exec(action)?.slice(1, 2) ?? []
  if (toolKind === 'command') return skillsInCommand(action)
  return toolKind === 'edit' ? [] : skillsIn(action)
}

/** `Skill`, `skill`, `activate_skill`, and `read_skill` of a server. */
export const isSkillTool = (tool: string): boolean =>
  tool.toLowerCase().endsWith('skill') &&
  /(?:^|__|(?:^|_)(?:activate|read|load|use|invoke)_)skill$/i.test(tool)

const SKILL_NAME = /\b(?:skill|skill_name|name|command)"?:\s*"?([a-z0-9][a-z0-9:_-]{0,63})/i
const SKILL_FILE = /(?:^|[/\\\s"'=])([a-z0-9][a-z0-9_-]{0,63})[/\\]SKILL\.md\b/gi

const skillsIn = (text: string): string[] =>
  namesFile(text) ? [...text.matchAll(SKILL_FILE)].map(([, name]) => name!) : []

const namesFile = (text: string): boolean => text.toLowerCase().includes('skill.md')

/** The programs that print a file. */
const PRINTS =
  /(?:^|[\s/"'(])(?:cat|head|tail|less|more|bat|nl|sed|awk|grep|rg|strings|type|get-content|gc)\s/i
const WRITES = /\s-i\b|(?:^|[^0-9&])>{1,2}\s*[^&\s]/
const MAX_COMMAND = 4000

export function skillsInCommand(command: string): string[] {
  if (!namesFile(command)) return []
  return command
    .slice(0, MAX_COMMAND)
    .split(/&&|\|\||[;|\n]/)
    .filter((part) => PRINTS.test(part) && !WRITES.test(part))
    .flatMap(skillsIn)
}

/** The skill whose file a path is; null when it is none. */
export const skillOfFile = (file: string): string | null => skillsIn(file.slice(-400))[0] ?? null
