import { evaluateRiskFloor } from '../../risk/risk-floor.js'
import { commitKind, ownNumber, plainSubject } from './commit-kind.js'
import type { HistoryCommit } from './history-commit.js'
import { BranchWalk, type MergedBranch } from './branch-walk.js'
import { rememberPathRoles } from './path-role.js'

/** Who would have caught a change that went wrong. */
export type Bucket = 'ci' | 'review' | 'reflection'

/** A change that went wrong, as the history shows it. */
export interface FailureSignal {
  readonly bucket: Bucket
  readonly by: 'revert' | 'fix'
  /** null when a revert could not be resolved to the commit that it undoes. */
  readonly original: { readonly hash: string; readonly subject: string } | null
  readonly repair: { readonly hash: string; readonly subject: string; readonly time: number }
  readonly why: string
}

export interface HistoryTally {
  readonly commits: number
  readonly merges: number
  /** Commit times, seconds since 1970; null without commits. */
  readonly oldest: number | null
  readonly newest: number | null
  readonly features: number
  readonly fixes: number
  readonly reverts: number
  readonly revertsResolved: number
  readonly reapplied: number
  /** Bodies that name a commit outside this history under a subject that is no revert: squashed branches. */
  readonly revertsInsideSquash: number
  readonly featuresFixed: number
  /** Features that were reverted, or that a fix followed. */
  readonly featuresFailed: number
  /** Changes that were both reverted and fixed; each is one signal. */
  readonly revertedAndFixed: number
  readonly signals: readonly FailureSignal[]
  readonly isNewestFirst: boolean
}

interface Repair {
  readonly hash: string
  readonly subject: string
  readonly time: number
  readonly failingCheck: boolean
  readonly checkFile: string | null
}

interface Undoing extends Repair {
  readonly files: readonly string[]
  readonly target: string | null
  readonly pullRequest: string | null
  readonly quoted: string
  /** The subject says that it is a revert; else only the body does. */
  readonly spelled: boolean
  found: { rank: number; commit: HistoryCommit } | null
}

/**
 * Goes once over a history, newest commit first, and finds what went wrong. Keeps fixes and open
 * reverts only, so memory does not grow with the other commits.
 */
export class HistoryScan {
  readonly #windowSeconds: number
  readonly #roleOf = rememberPathRoles()
  readonly #fixesByFile = new Map<string, Repair[]>()
  readonly #undoings: Undoing[] = []
  readonly #byHash = new Map<string, Undoing[]>()
  readonly #hashLengths = new Set<number>()
  readonly #byNumber = new Map<string, Undoing[]>()
  readonly #byQuote = new Map<string, Undoing[]>()
  readonly #branches = new BranchWalk()
  readonly #merged: { commit: HistoryCommit; merge: MergedBranch }[] = []
  readonly #fixMerges: MergedBranch[] = []
  readonly #fixed: { commit: HistoryCommit; fix: Repair }[] = []
  #commits = 0
  #merges = 0
  #features = 0
  #fixes = 0
  #reapplied = 0
  #oldest = Infinity
  #newest = -Infinity
  #previousTime = Infinity
  #rising = 0
  #falling = 0

  constructor(options: { readonly windowDays: number }) {
    this.#windowSeconds = options.windowDays * 86_400
  }

  add(commit: HistoryCommit): void {
    this.#count(commit)
    this.#matchUndoings(commit)
    const kind = commitKind(commit.subject)
    if (kind.kind === 'reapply') this.#reapplied++
    if (kind.kind === 'revert') this.#addUndoing(commit, kind)
    else if (commit.revertsHash !== null && kind.kind !== 'reapply') {
      this.#addUndoing(commit, { subject: '', pullRequest: null }, false)
    }
    const merge = this.#branches.follow(commit)
    if (commit.parents > 1) {
      // Where the commits of its branch say nothing, the merge stands for them.
      if (merge !== null && kind.kind === 'feature') this.#merged.push({ commit, merge })
      if (merge !== null && kind.kind === 'fix') this.#addFix(commit, merge)
      return
    }
    if (kind.kind !== 'fix' && kind.kind !== 'feature') return
    if (merge !== null) merge.speaks = true
    if (kind.kind === 'fix') this.#addFix(commit)
    else this.#addFeature(commit)
  }

  finish(): HistoryTally {
    for (const { commit, merge } of this.#merged) if (!merge.speaks) this.#addFeature(commit)
    const spoken = this.#fixMerges.filter(({ speaks }) => speaks).length
    const undone = this.#undoings.filter(({ spelled, found }) => spelled || found !== null)
    const signals = new Map<string, FailureSignal>()
    for (const undoing of undone) {
      const key = undoing.found?.commit.hash ?? `unresolved ${undoing.hash}`
      if (!signals.has(key)) signals.set(key, this.#toRevertSignal(undoing))
    }
    let both = 0
    for (const { commit, fix } of this.#fixed) {
      if (signals.has(commit.hash)) both++
      else signals.set(commit.hash, toFixSignal(commit, fix))
    }
    return {
      commits: this.#commits,
      merges: this.#merges,
      oldest: this.#commits === 0 ? null : this.#oldest,
      newest: this.#commits === 0 ? null : this.#newest,
      features: this.#features,
      fixes: this.#fixes - spoken,
      reverts: undone.length,
      revertsResolved: undone.filter(({ found }) => found !== null).length,
      reapplied: this.#reapplied,
      revertsInsideSquash: this.#undoings.length - undone.length,
      featuresFixed: this.#fixed.length,
      featuresFailed: this.#fixed.length - both + countFeatures(undone),
      revertedAndFixed: both,
      signals: [...signals.values()],
      isNewestFirst: this.#rising <= this.#falling,
    }
  }

  #count({ time, parents }: HistoryCommit): void {
    this.#commits++
    if (parents > 1) this.#merges++
    this.#oldest = Math.min(this.#oldest, time)
    this.#newest = Math.max(this.#newest, time)
    if (time > this.#previousTime) this.#rising++
    if (time < this.#previousTime) this.#falling++
    this.#previousTime = time
  }

  #addFix(commit: HistoryCommit, merge?: MergedBranch): void {
    this.#fixes++
    if (merge !== undefined) this.#fixMerges.push(merge)
    const fix = this.#toRepair(commit)
    for (const file of commit.files) {
      if (this.#roleOf(file) === 'source') push(this.#fixesByFile, file, fix)
    }
  }

  #addFeature(commit: HistoryCommit): void {
    this.#features++
    const fix = this.#firstFixAfter(commit)
    if (fix !== null) this.#fixed.push({ commit, fix })
  }

  #firstFixAfter({ time, files }: HistoryCommit): Repair | null {
    let first: Repair | null = null
    for (const file of files) {
      for (const fix of this.#fixesByFile.get(file) ?? []) {
        const late = fix.time - time
        if (late < 0 || late > this.#windowSeconds) continue
        if (first === null || fix.time < first.time) first = fix
      }
    }
    return first
  }

  #addUndoing(
    commit: HistoryCommit,
    { subject, pullRequest }: { subject: string; pullRequest: string | null },
    spelled = true,
  ): void {
    const target = commit.revertsHash
    const undoing: Undoing = {
      ...this.#toRepair(commit),
      files: commit.files,
      target,
      pullRequest,
      quoted: subject,
      spelled,
      found: null,
    }
    this.#undoings.push(undoing)
    if (target !== null) {
      this.#hashLengths.add(target.length)
      push(this.#byHash, target, undoing)
    }
    if (pullRequest !== null) push(this.#byNumber, pullRequest, undoing)
    if (subject !== '') push(this.#byQuote, subject, undoing)
  }

  // A hash is certain, a pull request nearly so, a quoted subject is the newest older commit of it.
  #matchUndoings(commit: HistoryCommit): void {
    if (this.#undoings.length === 0) return
    for (const length of this.#hashLengths) {
      resolve(this.#byHash.get(commit.hash.slice(0, length)), 3, commit)
    }
    const number = ownNumber(commit.subject)
    if (number !== null) resolve(this.#byNumber.get(number), 2, commit)
    resolve(this.#byQuote.get(plainSubject(commit.subject)), 1, commit)
  }

  #toRepair({ hash, subject, time, failingCheck, files }: HistoryCommit): Repair {
    const checkFile = files.find((file) => this.#roleOf(file) === 'check') ?? null
    return { hash, subject, time, failingCheck, checkFile }
  }

  #toRevertSignal(undoing: Undoing): FailureSignal {
    const original = undoing.found?.commit ?? null
    // A revert takes the change's own tests along: only a check file of its own says anything.
    const own = original === null || original.files.length === 0 ? null : new Set(original.files)
    const checkFile =
      own === null
        ? null
        : (undoing.files.find((file) => this.#roleOf(file) === 'check' && !own.has(file)) ?? null)
    const files = own === null ? undoing.files : [...own]
    return {
      by: 'revert',
      original: original && { hash: original.hash, subject: original.subject },
      repair: { hash: undoing.hash, subject: undoing.subject, time: undoing.time },
      ...classify({ ...undoing, checkFile }, files),
    }
  }
}

/** Each once, however often it was reverted. */
const countFeatures = (undone: readonly Undoing[]): number =>
  new Set(
    undone.flatMap(({ found }) =>
      found !== null && commitKind(found.commit.subject).kind === 'feature'
        ? [found.commit.hash]
        : [],
    ),
  ).size

function toFixSignal(commit: HistoryCommit, fix: Repair): FailureSignal {
  return {
    by: 'fix',
    original: { hash: commit.hash, subject: commit.subject },
    repair: { hash: fix.hash, subject: fix.subject, time: fix.time },
    ...classify(fix, commit.files),
  }
}

function classify(
  repair: Pick<Repair, 'failingCheck' | 'checkFile'>,
  files: readonly string[],
): { bucket: Bucket; why: string } {
  if (repair.failingCheck) return { bucket: 'ci', why: 'the repair names a failing check' }
  if (repair.checkFile !== null) {
    return { bucket: 'ci', why: `the repair changes ${repair.checkFile}` }
  }
  const floor = evaluateRiskFloor({ filesChanged: files })
  if (floor.needs_review) return { bucket: 'review', why: `the risk floor flags ${floor.reason}` }
  return { bucket: 'reflection', why: `no check in the repair, and the floor says ${floor.reason}` }
}

function resolve(undoings: Undoing[] | undefined, rank: number, commit: HistoryCommit): void {
  for (const undoing of undoings ?? []) {
    if (undoing.found === null || undoing.found.rank < rank) undoing.found = { rank, commit }
  }
}

function push<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [item])
  else list.push(item)
}
