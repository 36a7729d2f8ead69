import type * as z from 'zod/mini'
import { redactValue } from '../safety/redact.js'
import { extractJson } from './extract-json.js'

export type Fitted<T> = { ok: true; value: T } | { ok: false; problem: string }

const MAX_ISSUES = 5

/**
 * The value in an answer that fits the schema. Of several that fit the last one counts: what comes
 * before it is an example or a draft. None that fits says what is wrong, for the repair request.
 */
export function fitAnswer<S extends z.ZodMiniType>(text: string, schema: S): Fitted<z.infer<S>> {
  const candidates = extractJson(text)
  if (candidates.length === 0) return { ok: false, problem: 'there is no JSON in it' }
  let problem = ''
  for (const candidate of candidates.toReversed()) {
    const checked = schema.safeParse(redactValue(candidate))
    if (checked.success) return { ok: true, value: checked.data as z.infer<S> }
    problem ||= describe(checked.error)
  }
  return { ok: false, problem }
}

function describe({ issues }: z.core.$ZodError): string {
  return issues
    .slice(0, MAX_ISSUES)
    .map(({ path, code, message }) => `${path.join('.') || 'the whole'}: ${message} (${code})`)
    .join('; ')
}
