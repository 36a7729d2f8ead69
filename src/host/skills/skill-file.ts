/**
 * A skill as a file: `<name>/SKILL.md` in the open Agent Skills format. Text comes in, a checked
 * skill or the reason why it is none goes out; and the other way round, one text for one skill.
 */
import { hiddenCharacters } from '../../safety/control-characters.js'

export interface Skill {
  name: string
  description: string
  body: string
}

export type SkillReading = { ok: true; skill: Skill } | { ok: false; reason: string }

export const MAX_SKILL_BYTES = 32 * 1024
const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const MAX_NAME = 64
const MAX_DESCRIPTION = 1024

/** Why these can't be a skill; null when they can. */
export function whyNoSkill({ name, description, body }: Skill): string | null {
  if (name.length > MAX_NAME || !NAME.test(name)) {
    return `the name "${name.slice(0, 80)}" is not 1 to ${MAX_NAME} of a–z, 0–9 and single hyphens`
  }
  const words = description.trim()
  if (words === '' || words.length > MAX_DESCRIPTION) {
    return `the description has ${words.length} characters, not 1 to ${MAX_DESCRIPTION}`
  }
  if (/[\r\n]/.test(words)) return 'the description is not one line'
  if (body.trim() === '') return 'the body is empty'
  const hidden = whyHidden(`${description}\n${body}`)
  if (hidden !== null) return hidden
  const bytes = Buffer.byteLength(formatSkill({ name, description, body }))
  return bytes > MAX_SKILL_BYTES ? `it has ${bytes} bytes, more than ${MAX_SKILL_BYTES}` : null
}

/** Why a person could not see what they approve in this text; null when all of it is visible. */
export function whyHidden(text: string): string | null {
  const hidden = hiddenCharacters(text)
  return hidden.length === 0 ? null : `it holds characters that can't be seen: ${hidden.join(', ')}`
}

/** The text of a SKILL.md. JSON strings are YAML strings, whatever is in them. */
export function formatSkill({ name, description, body }: Skill): string {
  return `---\nname: ${name}\ndescription: ${JSON.stringify(description.trim())}\n---\n\n${body.trim()}\n`
}

/** Reads a SKILL.md of unknown origin: only what the format asks for. */
export function parseSkill(text: string, folder: string): SkillReading {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/.exec(text)
  if (match === null) return { ok: false, reason: 'it has no frontmatter' }
  const [, head = '', body = ''] = match
  const name = field(head, 'name')
  const description = field(head, 'description')
  if (name === null || description === null) {
    return { ok: false, reason: 'its frontmatter lacks a name or a description' }
  }
  if (name !== folder) return { ok: false, reason: `it is called ${name}, its folder ${folder}` }
  const skill = { name, description, body: body.trim() }
  const reason = whyHidden(head) ?? whyNoSkill(skill)
  return reason === null ? { ok: true, skill } : { ok: false, reason }
}

/** A scalar on one line, or a folded or literal block: all that a description is written as. */
function field(head: string, name: string): string | null {
  const lines = head.split(/\r?\n/)
  const at = lines.findIndex((line) => line.startsWith(`${name}:`))
  if (at === -1) return null
  const value = lines[at]!.slice(name.length + 1).trim()
  if (/^[>|][+-]?$/.test(value)) {
    const block = lines.slice(at + 1)
    const end = block.findIndex((line) => /^\S/.test(line))
    return block
      .slice(0, end === -1 ? undefined : end)
      .map((line) => line.trim())
      .join(' ')
      .trim()
  }
  return unquoted(value)
}

function unquoted(value: string): string {
  if (/^".*"$/.test(value)) {
    try {
      return String(JSON.parse(value))
    } catch {
      return value.slice(1, -1)
    }
  }
  return /^'.*'$/.test(value) ? value.slice(1, -1).replaceAll("''", "'") : value
}
