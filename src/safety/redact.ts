/**
 * Text or JSON-like values come in, the same come out with every secret replaced by
 * `[redacted:<kind>]`. JSON text stays valid JSON, redacting twice changes nothing more, and
 * ordinary text costs one scan. Object keys are left alone, and nothing is ever guessed to be a
 * secret by its randomness alone: it needs a provider's shape or a secret's name in front of it.
 */
import { type Anchor, createAnchorScan } from './anchor-scan.js'
import {
  ASSIGNMENT_ANCHORS,
  assignmentConfirm,
  mayEndName,
  redactAssigned,
  secretKindOfKey,
} from './assigned-secrets.js'
import type { Lazy } from './lazy.js'
import { redactPrivateKeys } from './private-key-block.js'
import { SECRET_RULES, type SecretRule } from './secret-rules.js'
import { isSecretValue } from './secret-value.js'

/** Anything that can be asked to clean a text; keys go first, assignments see the rest. */
type Cleaner = (text: string) => string

interface Signs {
  anchors: readonly string[]
  confirm: Lazy<RegExp> | null
  /** What has to stand around an anchor. @default nothing */
  around?: typeof mayEndName
}

const CLEANERS = new Map<Cleaner, Signs>([
  [redactPrivateKeys, { anchors: ['PRIVATE KEY'], confirm: null }],
  ...SECRET_RULES.map((rule) => [(text: string) => applyRule(rule, text), rule] as const),
  [redactAssigned, { anchors: ASSIGNMENT_ANCHORS, confirm: assignmentConfirm, around: mayEndName }],
])

const findCleaners = createAnchorScan(
  [...CLEANERS].flatMap(([owner, { anchors, confirm, around }]) =>
    anchors.map((literal): Anchor<Cleaner> => ({
      owner,
      literal,
      confirm,
      mayFollow: around?.(literal),
    })),
  ),
)
const MAX_DEPTH = 500
/** One pass finds nearly all; another sees what stood unseparated beside a secret. */
const MAX_PASSES = 8

/** Replaces the secrets in a text, which may be JSON, by `[redacted:<kind>]`. */
export function redactText(text: string): string {
  let redacted = text
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const before = redacted
    redacted = redactOnce(before)
    if (redacted === before) break
  }
  return redacted
}

/**
 * Redacts JSON text and returns JSON text, whatever a rule did: a replacement that broke it is
 * thrown away and the parsed value redacted instead. Text that was no JSON is redacted as text.
 */
export function redactJson(json: string): string {
  const redacted = redactText(json)
  if (redacted === json || isJson(redacted) || !isJson(json)) return redacted
  return JSON.stringify(redactValue(JSON.parse(json)))
}

/** Whether a text holds anything that would be replaced as a secret. */
export function hasSecret(text: string): boolean {
  return redactText(text) !== text
}

/**
 * Redacts every string of a JSON-like value; what stands under a key such as `password` counts as
 * assigned to it. Returns the same reference when nothing changed.
 */
export function redactValue<T>(value: T): T {
  return redactNested(value, null, 0) as T
}

function redactOnce(text: string): string {
  const found = findCleaners(text)
  if (found === null) return text
  let redacted = text
  for (const clean of CLEANERS.keys()) {
    if (found.has(clean)) redacted = clean(redacted)
  }
  return redacted
}

function applyRule(rule: SecretRule, text: string): string {
  return text.replace(rule.pattern(), (match: string, kept: unknown) => {
    const prefix = typeof kept === 'string' ? kept : ''
    const secret = match.slice(prefix.length)
    return rule.accept(secret) ? `${prefix}[redacted:${rule.kind}]` : match
  })
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function redactNested(value: unknown, kind: string | null, depth: number): unknown {
  if (typeof value === 'string') return redactString(value, kind)
  if (typeof value !== 'object' || value === null) return value
  // Deeper than any honest record: cut off rather than overflow the stack or let it pass unseen.
  if (depth >= MAX_DEPTH) return '[redacted:depth]'
  if (Array.isArray(value)) return redactArray(value, kind, depth)
  return isPlainObject(value) ? redactObject(value, depth) : value
}

function redactString(text: string, kind: string | null): string {
  const redacted = redactText(text)
  if (kind === null || redacted !== text || text.startsWith('[redacted:')) return redacted
  if (kind === 'authorization')
    return isSecretValue(withoutScheme(text), 'password', 'literal') ? `[redacted:${kind}]` : text
  return isSecretValue(text, kind, 'literal') ? `[redacted:${kind}]` : text
}

const withoutScheme = (header: string) => header.replace(/^[A-Za-z]{1,16}\s+/, '')

function redactArray(items: readonly unknown[], kind: string | null, depth: number): unknown {
  let changed = false
  const redacted = items.map((item) => {
    const clean = redactNested(item, kind, depth + 1)
    changed ||= clean !== item
    return clean
  })
  return changed ? redacted : items
}

function redactObject(value: Record<string, unknown>, depth: number): unknown {
  let copy: Record<string, unknown> | null = null
  for (const key in value) {
    const item = value[key]
    // A number under `tokens` is a count: only texts, and lists of them, are asked what they are.
    const mayHold = typeof item === 'string' || Array.isArray(item)
    const clean = redactNested(item, mayHold ? secretKindOfKey(key) : null, depth + 1)
    if (clean === item) continue
    copy ??= { ...value }
    copy[key] = clean
  }
  return copy ?? value
}

function isPlainObject(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
