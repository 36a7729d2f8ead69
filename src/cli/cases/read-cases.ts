import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../../schema/error.js'
import { asRecord } from '../../util/loose-json.js'

/** One case of a file: its values, and its id when it has one. */
export interface ToldCase {
  /** Whatever it is, it comes back. */
  id: unknown
  vars: Readonly<Record<string, unknown>>
}

export type CaseLine = { ok: true; told: ToldCase } | { ok: false; place: string; problem: string }

const MAX_BYTES = 64 * 1024 * 1024

/**
 * The cases of a file: one JSON object, a JSON array, or JSON lines; each the values themselves or
 * `{id, vars}`. A bad line costs the others nothing.
 */
export async function readCases(cwd: string, file: string): Promise<CaseLine[]> {
  const text = (await readText(path.resolve(cwd, file), file)).replace(/^\uFEFF/, '')
  const whole = parse(text)
  if (whole.ok) {
    const values = Array.isArray(whole.value) ? whole.value : [whole.value]
    return values.map((value, index) => toLine(value, `${file}[${index}]`))
  }
  return text.split('\n').flatMap((line, index): CaseLine[] => {
    if (line.trim() === '') return []
    const place = `${file}:${index + 1}`
    const parsed = parse(line)
    return [
      parsed.ok ? toLine(parsed.value, place) : { ok: false, place, problem: 'is not valid JSON' },
    ]
  })
}

function toLine(value: unknown, place: string): CaseLine {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { ok: false, place, problem: 'is not a JSON object' }
  }
  const { vars, id } = value as { vars?: unknown; id?: unknown }
  if (vars === undefined) {
    const { id: _id, ...rest } = value as Record<string, unknown>
    return { ok: true, told: { id, vars: rest } }
  }
  if (Object.keys(asRecord(vars)).length === 0) return { ok: false, place, problem: 'has no vars' }
  return { ok: true, told: { id: id ?? asRecord(vars)['id'], vars: asRecord(vars) } }
}

async function readText(file: string, name: string): Promise<string> {
  try {
    const { size } = await stat(file)
    if (size > MAX_BYTES) {
      throw new ReflectError('usage', `${name} is larger than 64 MB`, {
        remedy: 'Split it into several files.',
      })
    }
    return await readFile(file, 'utf8')
  } catch (error) {
    if (error instanceof ReflectError) throw error
    throw new ReflectError('usage', `${name} can't be read`, {
      cause: error,
      remedy: 'Name a file with one JSON object, a JSON array or JSON lines.',
    })
  }
}

function parse(text: string): { ok: true; value: unknown } | { ok: false } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}
