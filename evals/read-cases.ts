import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../src/schema/error.js'
import { oneLine } from '../src/util/one-line.js'
import { parseJson } from '../src/util/parse-json.js'

/** One case of a file: where it stands, what it is called, and its variables. */
export interface CaseLine {
  /** `cases.json, case 2`. */
  place: string
  id: string | null
  vars: Record<string, unknown>
}

const FORMS = 'Give one JSON object, an array of them, or one object per line.'

/** A file of cases: one JSON object, an array of them, or one a line; variables bare or in `vars`. */
export async function readCases(cwd: string, named: string): Promise<CaseLine[]> {
  const file = path.resolve(cwd, named)
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new ReflectError('usage', `${named} can't be read`, {
      cause,
      remedy: 'Name a file of cases. ' + FORMS,
    })
  })
  const cases = listValues(text, named).map(({ place, value }) => toCase(place, value))
  if (cases.length > 0) return cases
  throw new ReflectError('usage', `${named} has no cases`, { remedy: FORMS })
}

interface PlacedValue {
  place: string
  value: unknown
}

function listValues(text: string, named: string): PlacedValue[] {
  const whole = parseJson(text)
  if (whole !== undefined) {
    const values = Array.isArray(whole) ? whole : [whole]
    return values.map((value, index) => ({ place: `${named}, case ${index + 1}`, value }))
  }
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const place = `${named}, line ${index + 1}`
    const value = parseJson(line)
    if (value !== undefined) return [{ place, value }]
    throw new ReflectError('usage', `${place}: this is not JSON: ${oneLine(line, 60)}`, {
      remedy: FORMS,
    })
  })
}

function toCase(place: string, value: unknown): CaseLine {
  if (!isObject(value)) {
    const shown = oneLine(JSON.stringify(value), 60)
    throw new ReflectError('usage', `${place}: a case is an object, not ${shown}`, {
      remedy: FORMS,
    })
  }
  const { id, vars, ...rest } = value
  return {
    place,
    id: typeof id === 'string' || typeof id === 'number' ? String(id) : null,
    vars: isObject(vars) ? vars : rest,
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
