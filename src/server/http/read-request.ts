import * as z from 'zod/mini'
import type { RouteContract } from '../../schema/api/routes.js'
import { own } from '../../util/own.js'
import { HttpError } from './problem-of.js'

/** A part of the request that has to fit, by the name under which a problem tells of it. */
type Part = 'path' | 'query' | 'body'

export function checkPart<T extends z.ZodMiniType>(
  part: Part,
  contract: T,
  value: unknown,
): z.infer<T> {
  const read = contract.safeParse(value)
  if (read.success) return read.data
  const fields = read.error.issues.flatMap(toFields).slice(0, 20)
  const named = fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
  throw new HttpError(400, 'usage', `The ${part} is not valid: ${named.join('; ')}`, {
    fields,
    remedy: 'GET /api/v1/openapi.json has what is allowed.',
  })
}

function toFields(issue: z.core.$ZodIssue): { path: string; message: string }[] {
  const at = (...more: string[]) => [...issue.path.map(String), ...more].join('.')
  return issue.code === 'unrecognized_keys'
    ? issue.keys.map((key) => ({ path: at(key), message: 'unknown' }))
    : [{ path: at(), message: describe(issue) }]
}

/** The small build of the schema library has no words of its own for this. */
function describe(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return `has to be a ${issue.expected}`
  if (issue.code === 'invalid_value') return `has to be one of ${issue.values.join(', ')}`
  if (issue.code === 'too_small') return `has to be at least ${issue.minimum}`
  if (issue.code === 'too_big') return `has to be at most ${issue.maximum}`
  if (issue.code === 'invalid_format' && issue.format === 'datetime') {
    return 'has to be an instant in UTC such as 2026-03-01T09:00:00.000Z'
  }
  return issue.message
}

/** Texts of an address as the contract's types; what can't be one stays a text, and is refused. */
export function typedTexts(
  contract: RouteContract['query'],
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const properties = propertiesOf(contract)
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, typed(own(properties, name), text)]),
  )
}

const known = new WeakMap<z.ZodMiniObject, Readonly<Record<string, unknown>>>()

function propertiesOf(contract: z.ZodMiniObject): Readonly<Record<string, unknown>> {
  const properties =
    known.get(contract) ?? z.toJSONSchema(contract, { io: 'input' }).properties ?? {}
  known.set(contract, properties)
  return properties
}

function typed(property: unknown, text: string): unknown {
  const { type } = (property ?? {}) as { type?: unknown }
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  const isNumber = type === 'integer' || type === 'number'
  return isNumber && /^-?\d{1,15}(?:\.\d+)?$/.test(text) ? Number(text) : text
}
