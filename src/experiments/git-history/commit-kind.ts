import { MAX_SUBJECT_CHARS } from './history-commit.js'

/** What a commit's subject says it is. */
export type CommitKind =
  | { readonly kind: 'feature' | 'fix' | 'reapply' | 'other' }
  | {
      readonly kind: 'revert'
      /** The subject that it quotes, without pull-request numbers; empty when it quotes none. */
      readonly subject: string
      /** The pull request that it names. */
      readonly pullRequest: string | null
    }

export function commitKind(line: string): CommitKind {
  const subject = line.slice(0, MAX_SUBJECT_CHARS)
  const { undone, rest } = peelReverts(subject.trim())
  if (undone > 0) {
    // Undoing an undoing brings the change back: nothing failed anew.
    if (undone % 2 === 0) return { kind: 'reapply' }
    return { kind: 'revert', subject: plainSubject(rest), pullRequest: firstNumber(rest) }
  }
  const named = /\breverts? (?:pr )?#(\d+)/i.exec(subject)
  if (named !== null) return { kind: 'revert', subject: '', pullRequest: named[1] ?? null }
  const type = typeOf(subject.trim())
  if (FEATURE_TYPES.has(type)) return { kind: 'feature' }
  if (FIX_TYPES.has(type) || /^hotfix\b/i.test(subject.trim())) return { kind: 'fix' }
  return { kind: 'other' }
}

/** The type that a subject names: its own, that of the branch it merges, or of a squash its title's. */
function typeOf(subject: string): string {
  const merged = MERGE.exec(subject)
  const named = merged === null ? CONVENTIONAL.exec(subject) : BRANCH.exec(merged[1] ?? '')
  if (named !== null || merged !== null) return named?.[1]?.toLowerCase() ?? ''
  if (ownNumber(subject) === null) return ''
  const [, type = '', verb = ''] = SQUASH.exec(subject) ?? []
  return type.toLowerCase() || (VERBS[verb.toLowerCase()] ?? '')
}

/** `Merge branch 'feature/search'`, `Merge pull request #12 from shop/feature/search`. */
const MERGE =
  /^merge (?:remote-tracking )?(?:branch|pull request|mr|merge request)\b[^'"]{0,60}?['"]?([\w./@-]{1,200})['"]?(?: into\b.{0,300})?$/i
/** The last part of a path that begins with a type: `shop/feature/search`, `fix-login`. */
const BRANCH = /(?:^|\/)(feat|feature|features|fix|hotfix|bugfix)[/-]/i
/** `Feature/search page (#12)`, `[fix] search (#12)`, `Add a search page (#12)`. */
const SQUASH = /^(?:\[?(feat|feature|fix|hotfix|bugfix)(?:\]|\/)|([a-z]+)\b)/i
const VERBS: Readonly<Record<string, string>> = {
  add: 'feat',
  adds: 'feat',
  implement: 'feat',
  implements: 'feat',
  introduce: 'feat',
  introduces: 'feat',
  support: 'feat',
  fix: 'fix',
  fixes: 'fix',
}

/** A subject without the pull-request numbers and quotes at its end: what a revert quotes. */
export function plainSubject(subject: string): string {
  // Step by step: one pattern for all of it would backtrack for hours on a hostile subject.
  let plain = subject.trim()
  for (;;) {
    const end = /(?:["”']|\(#\d{1,9}\))$/.exec(plain.slice(-12))
    if (end === null) return plain
    plain = plain.slice(0, plain.length - end[0].length).trimEnd()
  }
}

/** The pull request that a subject ends with, as squash merges write it. */
export const ownNumber = (subject: string): string | null =>
  /\(#(\d{1,9})\)$/.exec(subject.trimEnd())?.[1] ?? null

const FEATURE_TYPES = new Set(['feat', 'feature', 'features'])
const FIX_TYPES = new Set(['fix', 'hotfix', 'bugfix'])
const CONVENTIONAL = /^([a-z]+)(?:\([^)]*\))?!?:\s*(.*)/is
const REVERT_WORD = /^revert(?:s|ed)?\b[:,]?\s*(.*)/is
const REAPPLY_WORD = /^re(?:apply|land)\b[:,]?\s*(.*)/is

// `Revert "Revert "x""`, `revert: revert: x`, `fix: revert "x"` and `Reapply "x"` peel alike.
function peelReverts(subject: string): { undone: number; rest: string } {
  let undone = 0
  let rest = subject
  for (;;) {
    const peeled = peelOne(rest)
    if (peeled === null) return { undone, rest }
    undone += peeled.undone
    rest = peeled.rest.replace(/^["“']\s*/, '')
  }
}

function peelOne(text: string): { undone: number; rest: string } | null {
  const [, type = '', tail = ''] = CONVENTIONAL.exec(text) ?? []
  if (type.toLowerCase() === 'revert') return { undone: 1, rest: tail }
  const words = type === '' ? text : tail
  const reverted = REVERT_WORD.exec(words)?.[1]
  if (reverted !== undefined) return { undone: 1, rest: reverted }
  const reapplied = REAPPLY_WORD.exec(words)?.[1]
  return reapplied === undefined ? null : { undone: 2, rest: reapplied }
}

const firstNumber = (text: string): string | null => /#(\d+)/.exec(text)?.[1] ?? null
