/**
 * P2: is there anything that only self-reflection would have caught? The tally of a history comes
 * in; who would have caught each failure, with intervals, and a verdict go out. It reads subjects,
 * bodies and file names only, and refuses a verdict while the interval holds both answers.
 */
import type { Experiment, ExperimentVerdict, PreRegistration } from '../experiment.js'
import { formatCount, formatOf, formatPercent, formatPercentInterval } from '../report/format.js'
import { alwaysValidShareLow } from '../statistics/always-valid.js'
import { toProportion, type Proportion } from '../statistics/proportion.js'
import { openLines } from '../read-lines.js'
import type { GitOptions } from '../../util/git.js'
import { HistoryScan, type Bucket, type FailureSignal, type HistoryTally } from './history-scan.js'
import { parseSavedLog } from './parse-saved-log.js'
import { readGitLog, type GitLogReading } from './read-git-log.js'
import { count } from '../../util/count.js'

export interface GitHistoryFigures extends Omit<HistoryTally, 'signals' | 'isNewestFirst'> {
  readonly windowDays: number
  readonly signals: number
  readonly buckets: Readonly<Record<Bucket, Proportion>>
  /** The lower bound of the third bucket's share that holds however often one looks. */
  readonly reflectionLow: number | null
  /** The newest signals of each bucket, for people to check the heuristic by. */
  readonly examples: readonly FailureSignal[]
}

export type GitHistory = Experiment<'git-history', GitHistoryFigures>

export interface GitHistoryOptions {
  readonly source: string
  readonly windowDays: number
  /** What is known of how whole the history is; absent for a saved log. */
  readonly reading?: GitLogReading
  /** Header lines of a saved log that could not be read. */
  readonly malformed?: number
}

const DEFAULT_WINDOW_DAYS = 14

export interface ReadHistoryOptions {
  /** How many days after a feature a fix still counts. @default 14 */
  readonly windowDays?: number | undefined
}

/** P2 on a saved log (gzipped or not) instead of a repository. */
export async function readSavedHistory(
  file: string,
  { windowDays = DEFAULT_WINDOW_DAYS }: ReadHistoryOptions,
): Promise<GitHistory> {
  const scan = new HistoryScan({ windowDays })
  const { malformed } = await parseSavedLog(await openLines(file), (commit) => scan.add(commit))
  return assessGitHistory(scan.finish(), { source: file, windowDays, malformed })
}

/** P2 on a repository, through one `git log`. */
export async function readRepositoryHistory(
  git: GitOptions,
  {
    windowDays = DEFAULT_WINDOW_DAYS,
    since,
  }: ReadHistoryOptions & { readonly since?: string | undefined },
): Promise<GitHistory> {
  const scan = new HistoryScan({ windowDays })
  const reading = await readGitLog({ ...git, since }, (commit) => scan.add(commit))
  return assessGitHistory(scan.finish(), { source: git.cwd, windowDays, reading })
}

export function assessGitHistory(tally: HistoryTally, options: GitHistoryOptions): GitHistory {
  const { signals, isNewestFirst, ...counts } = tally
  const buckets = countBuckets(signals)
  const figures: GitHistoryFigures = {
    ...counts,
    windowDays: options.windowDays,
    signals: signals.length,
    buckets,
    reflectionLow: alwaysValidShareLow(buckets.reflection.hits, signals.length),
    examples: newestOfEach(signals),
  }
  return {
    experiment: 'git-history',
    gate: 'P2',
    source: options.source,
    registered: registerGitHistory(options.windowDays),
    figures,
    verdict: isNewestFirst ? judge(figures) : WRONG_ORDER,
    notes: notesOn(figures, options),
  }
}

export const BUCKETS: readonly Bucket[] = ['ci', 'review', 'reflection']
const EXAMPLES_PER_BUCKET = 5
const KILL_SHARE = 0.05
const MIN_SIGNALS = 10

const WRONG_ORDER: ExperimentVerdict = {
  state: 'insufficient',
  reasons: ['the log runs from old to new; save it newest first, without --reverse'],
}

export function registerGitHistory(windowDays = DEFAULT_WINDOW_DAYS): PreRegistration {
  return {
    question: 'Is there anything that only self-reflection would have caught?',
    kill: 'the share of failures that only self-reflection would have caught is near zero: the upper bound of its 95 % interval is below 5 %.',
    pass: 'the lower bound of that share, which holds however often you look, is above 5 %.',
    minimum: `${MIN_SIGNALS} failure signals.`,
    definitions: [
      'A failure signal is a change that was reverted, or a feature that a fix followed. A change that was both is one signal.',
      'Reverted: a later subject says Revert "…" or revert: …, also behind a type (fix: revert ' +
        '…) or as "reverts #N"; or a later body says "This reverts commit H" and H is in this ' +
        'history. It is resolved by that hash, else by pull request, else by the quoted subject. ' +
        'A revert of a revert brings the change back and is no signal.',
      `Followed by a fix: a feature, and within ${windowDays} days a fix that touches one of the ` +
        'same source files; the first such fix counts. Tests, docs and build files, and files ' +
        'without a source ending, are not source files.',
      'A feature is a commit "feat: …", the merge of a branch feature/… whose own commits say ' +
        'nothing of the kind, or a squash (its subject ends with a pull request) whose title begins ' +
        'with feature/, [feat], Add, Implement, Introduce or Support. A fix is "fix: …", a hotfix, ' +
        'and in the same way the merge of fix/… or a squash that begins with Fix.',
      'CI would catch it: the fix changes a test or build file, or its body has a failing-check ' +
        'trailer (Failing-Check:, Failed-Test:, CI-Failed: …). Of a revert only test or build ' +
        'files count that the reverted change had not touched.',
      'Human review would catch it: not that, and the risk floor flags the original change by its paths. An unresolved revert is judged by its own paths.',
      'Only self-reflection: neither.',
      'Shares have Wilson’s 95 % interval.',
    ],
  }
}

function newestOfEach(signals: readonly FailureSignal[]): FailureSignal[] {
  const newest = signals.toSorted((a, b) => b.repair.time - a.repair.time)
  return BUCKETS.flatMap((bucket) =>
    newest.filter((signal) => signal.bucket === bucket).slice(0, EXAMPLES_PER_BUCKET),
  )
}

function countBuckets(signals: readonly FailureSignal[]): Record<Bucket, Proportion> {
  const count = (bucket: Bucket): Proportion =>
    toProportion(signals.filter((signal) => signal.bucket === bucket).length, signals.length)
  return { ci: count('ci'), review: count('review'), reflection: count('reflection') }
}

function judge({ signals, buckets, reflectionLow }: GitHistoryFigures): ExperimentVerdict {
  const { reflection } = buckets
  if (signals < MIN_SIGNALS || reflection.interval === null) {
    return {
      state: 'insufficient',
      reasons: [`${signals} failure signals; ${MIN_SIGNALS} are needed`],
    }
  }
  const { high } = reflection.interval
  const says = `${formatOf(reflection)} failures only self-reflection would have caught (${formatPercentInterval(reflection.interval)})`
  if (high < KILL_SHARE) return { state: 'killed', reasons: [`${says}: below 5 %`] }
  const bound = `at least ${formatPercent(reflectionLow)}`
  return (reflectionLow ?? 0) > KILL_SHARE
    ? { state: 'passed', reasons: [`${says}: ${bound}, above 5 %`] }
    : { state: 'undecided', reasons: [`${says}: ${bound}, not above 5 %, so it may be either`] }
}

function notesOn(figures: GitHistoryFigures, { reading, malformed }: GitHistoryOptions): string[] {
  const { reverts, revertsResolved, revertsInsideSquash, features, commits } = figures
  const notes: string[] = []
  if (reading?.shallow === true) {
    notes.push(
      'This is a shallow clone: changes below its edge are missing, and the files of the ' +
        'commits at the edge are unknown. Run git fetch --unshallow for the whole history.',
    )
  }
  if (reading?.cut === 'too-large')
    notes.push('The history is longer than 128 MiB of log: its oldest part was not read.')
  if (reading?.cut === 'timeout')
    notes.push('git log took too long: the oldest part of the history was not read.')
  if (malformed !== undefined && malformed > 0)
    notes.push(`${count(malformed, 'commit')} of the saved log could not be read; left out.`)
  if (reverts > revertsResolved) {
    notes.push(
      `${reverts - revertsResolved} of ${reverts} reverts could not be resolved to the commit that they undo; they are judged by their own files.`,
    )
  }
  if (revertsInsideSquash > 0) {
    notes.push(
      `${count(revertsInsideSquash, 'commit carries', 'commits carry')} "This reverts commit" ` +
        'for a commit outside this history under another subject: squashed branches, not counted.',
    )
  }
  if (commits > 0 && features === 0) {
    notes.push(
      `None of ${formatCount(commits)} subjects tells of a feature: fixes cannot be laid to features here, only reverts count.`,
    )
  }
  return notes
}
