/** One commit of a history, as far as the experiment looks at it. */
export interface HistoryCommit {
  readonly hash: string
  /** Commit time, seconds since 1970. */
  readonly time: number
  readonly parents: number
  /** Their hashes, where the log has them. */
  readonly parentHashes?: readonly string[]
  readonly subject: string
  /** The hash that the body says it reverts, whole or abbreviated. */
  readonly revertsHash: string | null
  /** The body names a check that had failed. */
  readonly failingCheck: boolean
  readonly files: readonly string[]
}

/** Longer subjects are cut: they are no subjects, and reading them must stay cheap. */
export const MAX_SUBJECT_CHARS = 1000

export const HASH = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

const REVERTS = /\bThis reverts commit ([0-9a-f]{7,64})/i
const FAILING_CHECK =
  /^(?:fail(?:ing|ed)-(?:check|test|build|job|ci)s?|(?:check|test|build|ci)-failed)\s*:\s*\S/im

export const revertedIn = (body: string): string | null =>
  REVERTS.exec(body)?.[1]?.toLowerCase() ?? null

export const namesFailingCheck = (body: string): boolean => FAILING_CHECK.test(body)
