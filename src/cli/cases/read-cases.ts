import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'

/** One case of a file: what it is called, and its variables. */
export interface CaseLine {
  id: string | null
  vars: Record<string, unknown>
}

/** A file of cases: one JSON object, an array of them, or one a line; variables bare or in `vars`. */
export async function readCases(cwd: string, named: string): Promise<CaseLine[]> {
  const file = path.resolve(cwd, named)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ReflectError('not-found', `${named} can't be read`, { cause })
  })
  const whole = parse(text)
  if (whole !== undefined) return (Array.isArray(whole) ? whole : [whole]).map(toCase)
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const value = parse(line)
    if (value !== undefined) return [toCase(value, index)]
    throw new ReflectError('usage', `Line ${index + 1} of ${named} is not JSON`, {
      remedy: 'Give one JSON object, an array of them, or one object a line.',
    })
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function toCase(value: unknown, index: number): CaseLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ReflectError('usage', `Case ${index + 1} is not a JSON object`)
  }
  const { id, vars, ...rest } = value as Record<string, unknown>
  const isNested = typeof vars === 'object' && vars !== null && !Array.isArray(vars)
  return {
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    vars: isNested ? (vars as Record<string, unknown>) : rest,
  }
}

/** The variables as a contract has them; a usage error that names the case when they don't fit. */
export function parseCase<T>(
  { id, vars }: CaseLine,
  schema: {
    safeParse(
      value: unknown,
    ):
      | { success: true; data: T }
      | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } }
  },
): T {
  const parsed = schema.safeParse(vars)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const at = issue?.path.join('.') ?? ''
  throw new ReflectError(
    'usage',
    `Case ${id ?? 'without id'}: ${at === '' ? '' : `${at}: `}${issue?.message ?? 'is invalid'}`,
  )
}
