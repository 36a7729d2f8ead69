import type { HistoryCommit } from './history-commit.js'

/** A branch that a merge brought in. */
export interface MergedBranch {
  /** One of its own commits says that it is a feature or a fix. */
  speaks: boolean
}

/**
 * Says of each commit, newest first, which merge brought it in: of a merge its own branch, of a commit
 * on such a branch that branch, of one on the main line null. Needs the hashes of the parents.
 */
export class BranchWalk {
  readonly #onMain = new Set<string>()
  readonly #branchOf = new Map<string, MergedBranch>()
  #isFirst = true

  follow({ hash, parentHashes }: HistoryCommit): MergedBranch | null {
    if (parentHashes === undefined) return null
    const isMain = this.#isFirst || this.#onMain.has(hash)
    const own = isMain ? null : (this.#branchOf.get(hash) ?? null)
    this.#isFirst = false
    this.#onMain.delete(hash)
    this.#branchOf.delete(hash)
    const [first, ...others] = parentHashes
    if (first !== undefined && isMain) this.#onMain.add(first)
    if (first !== undefined && own !== null && !this.#branchOf.has(first)) {
      this.#branchOf.set(first, own)
    }
    if (others.length === 0) return own
    const merged: MergedBranch = { speaks: false }
    for (const parent of others) this.#branchOf.set(parent, merged)
    return merged
  }
}
