import type { ConfigProblem } from './loaded-config.js'
import { showValue } from './show-value.js'

/** What is known of a problem; the line that people read is made here and nowhere else. */
export interface ProblemFacts {
  file?: string | null
  line?: number | null
  key?: string
  value?: unknown
  allowed?: string
  nearest?: string | null
  /** The key itself is not known. */
  unknown?: 'key' | 'variable'
  /** Said instead of `is <value>`. */
  text?: string
}

/** `file:line: key is value; allowed: …; did you mean …?` */
export function problem(facts: ProblemFacts): ConfigProblem {
  const { file = null, line = null, key = '', allowed = '', nearest = null } = facts
  const value = facts.value === undefined ? '' : showValue(key, facts.value)
  const place = file === null ? '' : line === null ? `${file}: ` : `${file}:${line}: `
  const parts = [
    [key, said(facts, value)].filter(Boolean).join(' '),
    allowed && `allowed: ${allowed}`,
    nearest && `did you mean ${nearest}?`,
  ]
  const message = place + parts.filter(Boolean).join('; ')
  return { file, line, key, value, allowed, nearest, message }
}

function said({ text, unknown }: ProblemFacts, value: string): string {
  if (text !== undefined) return text
  if (unknown === undefined) return `is ${value}`
  return value === '' ? `is not a known ${unknown}` : `(${value}) is not a known ${unknown}`
}
