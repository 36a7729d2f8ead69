import { showValue } from './show-value.js'

/** One thing that is wrong with a file or a variable. */
export interface ConfigProblem {
  /** The file; null for a variable. */
  file: string | null
  line: number | null
  /** Dotted key, or the variable's name; empty when the file as a whole is wrong. */
  key: string
  /** As shown to people: secrets are masked. Empty when there is none. */
  value: string
  /** What would be right, in words. Empty when nothing would. */
  allowed: string
  /** The nearest known key or value. */
  nearest: string | null
  /** All of the above as one line. */
  message: string
  /** Set when the problem is that a trusted file changed. */
  revokesTrust?: true
}

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
