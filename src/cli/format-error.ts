import { stripControlCharacters } from '../safety/control-characters.js'
import { redactText } from '../safety/redact.js'
import { ReflectError } from '../schema/error.js'
import type { CliContext } from './command.js'
import { toReflectError } from '../wiring/to-reflect-error.js'

const DEFECT = 'This is a bug in Reflectory; REFLECTION_DEBUG=1 shows where.'

/** A failure as people (or, with `--json`, programs) read it: what happened, and what to do. */
export function formatError(
  thrown: unknown,
  { json, env }: Pick<CliContext, 'json' | 'env'>,
): string {
  const error = toReflectError(thrown)
  const known = error instanceof ReflectError
  const code = known ? error.code : 'internal'
  const message = printable(error instanceof Error ? error.message : String(error))
  const remedy = known ? error.remedy && printable(error.remedy) : DEFECT
  if (json) return JSON.stringify({ error: { code, message, remedy: remedy ?? null } })
  const lines = [`error: ${message}`]
  if (remedy !== undefined) lines.push(`  → ${remedy}`)
  if (env['REFLECTION_DEBUG'] === '1' && error instanceof Error)
    lines.push(printable(error.stack ?? ''))
  return lines.join('\n')
}

/** Errors quote what they met: secrets, and names that would command a terminal. */
const printable = (text: string): string => redactText(stripControlCharacters(text))
