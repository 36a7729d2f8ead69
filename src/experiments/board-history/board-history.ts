/**
 * P3: can we tell at all whether finished work was right? A board's tasks come in; the share of
 * finished ones with a signal that a machine can see, and a verdict, go out. It only counts what
 * the board or its history says, and refuses a verdict on a handful of tasks.
 */
import type { Experiment, ExperimentVerdict, PreRegistration } from '../experiment.js'
import { formatOf, formatPercent } from '../report/format.js'
import { alwaysValidShareLow } from '../statistics/always-valid.js'
import { toProportion, type Proportion } from '../statistics/proportion.js'
import type { BoardReading, BoardTask } from './board-ledger.js'
import { count } from '../../util/count.js'

export interface BoardHistoryFigures {
  readonly format: string
  readonly days: number
  readonly tasks: number
  readonly completed: number
  /** Completed tasks with any signal, right or wrong. */
  readonly signalled: Proportion
  /** Its lower bound that holds however often one looks. */
  readonly signalledLow: number | null
  readonly reopened: Proportion
  readonly reverted: Proportion
  readonly fixed: Proportion
  readonly statedRight: Proportion
  readonly statedWrong: Proportion
  /** Days from completion to reopening, of those reopened in time. */
  readonly daysToReopen: readonly { readonly upTo: number; readonly n: number }[]
  readonly flapping: number
  readonly malformed: number
  /** Completed, but the board does not say when. */
  readonly undated: number
  /** Completed without a signal, and watched for less than the whole window. */
  readonly watchedShorter: number
  /** Signals that rest on a follow-up without a date alone. */
  readonly undatedFollowups: number
}

export type BoardHistory = Experiment<'board-history', BoardHistoryFigures>

export interface BoardHistoryOptions {
  readonly source: string
  /** How many days after completion a signal still counts. @default 30 */
  readonly days?: number
  /** When each reverted commit was reverted, seconds since 1970, by whole hash. */
  readonly revertedAt?: ReadonlyMap<string, number>
}

export function assessBoardHistory(
  reading: BoardReading,
  { source, revertedAt = new Map(), days = DEFAULT_BOARD_DAYS }: BoardHistoryOptions,
): BoardHistory {
  const history = toHistory(measure(reading, revertedAt, days), source)
  return reading.cut ? { ...history, notes: [CUT_NOTE, ...history.notes] } : history
}

/** Finished work of which only its outcomes are known, however much of it there is. */
export interface CountedWork {
  readonly right: number
  readonly wrong: number
  readonly unknown: number
  /** When each was finished is known. */
  readonly isDated: boolean
}

/** The same as for a board on which every task states how it turned out, or doesn't. */
export function assessCounted(
  { right, wrong, unknown, isDated }: CountedWork,
  source: string,
  days = DEFAULT_BOARD_DAYS,
): BoardHistory {
  const n = right + wrong + unknown
  const empty = measure({ ...NO_BOARD, format: source }, new Map(), days)
  // How they ended is all that was counted of them.
  const none = toProportion(0, 0)
  return toHistory(
    {
      ...empty,
      tasks: n,
      completed: n,
      signalled: toProportion(right + wrong, n),
      signalledLow: alwaysValidShareLow(right + wrong, n),
      reopened: none,
      reverted: none,
      fixed: none,
      statedRight: toProportion(right, n),
      statedWrong: toProportion(wrong, n),
      undated: isDated ? 0 : n,
    },
    source,
  )
}

const NO_BOARD = { tasks: [], flapping: 0, malformed: 0, until: null, cut: false }

const toHistory = (figures: BoardHistoryFigures, source: string): BoardHistory => ({
  experiment: 'board-history',
  gate: 'P3',
  source,
  registered: registerBoardHistory(figures.days),
  figures,
  verdict: judge(figures),
  notes: notesOn(figures),
})

const DEFAULT_BOARD_DAYS = 30
const KILL_SHARE = 0.2
const MIN_COMPLETED = 20
const CUT_NOTE = 'The history of the board is too long: its newest part was not read.'
const REOPEN_STEPS = [1, 7, 14]

export function registerBoardHistory(days = DEFAULT_BOARD_DAYS): PreRegistration {
  return {
    question: 'Can a machine tell at all whether finished work was right?',
    kill: `fewer than 20 % of completed tasks have a right-or-wrong signal within ${days} days; then self-reports are kept as notes only.`,
    pass: 'the lower bound of that share, which holds however often you look, is above 20 %.',
    minimum: `${MIN_COMPLETED} completed tasks; to be killed, as many that have a signal or were watched for ${days} days.`,
    definitions: [
      'Completed: the first time that the status was done, closed, complete, completed, resolved or finished. Won’t do and cancelled are not.',
      `Reopened: after that, within ${days} days, any other status, or a stated reopening.`,
      `Reverted: a commit that the task names was reverted within ${days} days of completion (only if the board is in a git repository).`,
      'Linked fix: a follow-up that the task names, unless the board says that it is not a fix; ' +
        `or a bug or fix that points at the task and was created within ${days} days after ` +
        'completion. A follow-up without any date counts, and is counted below.',
      'Stated: the outcome field says right, correct, success, succeeded, passed, verified or ' +
        'accepted; or wrong, incorrect, failure, failed, rejected, reverted or broken.',
      'In a project the work is the first of these of which 20 are completed: sessions whose ' +
        'end is recorded, tasks of its board, features in its history. A session is right or ' +
        'wrong by a check, the next human message or a later fix, never by the judge alone; a ' +
        'feature is wrong when it was reverted or a fix followed.',
      'An update that is older than the one before it (a stale copy that was synced back) is dropped and counted.',
      'Shares have Wilson’s 95 % interval.',
    ],
  }
}

interface Signals {
  reopened: boolean
  reverted: boolean
  fixed: boolean
  undatedFix: boolean
}

function measure(
  reading: BoardReading,
  revertedAt: ReadonlyMap<string, number>,
  days: number,
): BoardHistoryFigures {
  const completed = reading.tasks.filter((task) => task.completed)
  const seen = completed.map((task) => ({ task, signals: signalsOf(task, revertedAt, days) }))
  const share = (holds: (entry: (typeof seen)[number]) => boolean): Proportion =>
    toProportion(seen.filter(holds).length, seen.length)
  const isSignalled = ({ task, signals }: (typeof seen)[number]): boolean =>
    signals.reopened || signals.reverted || signals.fixed || task.outcome !== null
  const signalled = share(isSignalled)
  return {
    format: reading.format,
    days,
    tasks: reading.tasks.length,
    completed: completed.length,
    signalled,
    signalledLow: alwaysValidShareLow(signalled.hits, signalled.n),
    reopened: share(({ signals }) => signals.reopened),
    reverted: share(({ signals }) => signals.reverted),
    fixed: share(({ signals }) => signals.fixed),
    statedRight: share(({ task }) => task.outcome === 'right'),
    statedWrong: share(({ task }) => task.outcome === 'wrong'),
    daysToReopen: countReopenDays(
      seen.filter(({ signals }) => signals.reopened),
      days,
    ),
    flapping: reading.flapping,
    malformed: reading.malformed,
    undated: completed.filter((task) => task.completedAt === null).length,
    watchedShorter: seen.filter(
      (entry) => !isSignalled(entry) && isWatchedShorter(entry.task, reading.until, days),
    ).length,
    undatedFollowups: seen.filter(
      ({ task, signals }) =>
        signals.undatedFix && !signals.reopened && !signals.reverted && task.outcome === null,
    ).length,
  }
}

function signalsOf(
  task: BoardTask,
  revertedAt: ReadonlyMap<string, number>,
  days: number,
): Signals {
  const inTime = (time: number | null | undefined): boolean =>
    time !== null &&
    time !== undefined &&
    task.completedAt !== null &&
    time >= task.completedAt &&
    time - task.completedAt <= days * 86_400
  const dated = task.fixes.some(({ at }) => inTime(at))
  const undated = task.fixes.some(({ at }) => at === null)
  return {
    reopened: inTime(task.reopenedAt),
    reverted: task.commits.some((hash) => inTime(revertedAt.get(hash))),
    fixed: dated || undated,
    undatedFix: undated && !dated,
  }
}

const isWatchedShorter = (task: BoardTask, until: number | null, days: number): boolean =>
  task.completedAt !== null && until !== null && until - task.completedAt < days * 86_400

function countReopenDays(seen: readonly { readonly task: BoardTask }[], days: number) {
  const waits = seen.map(({ task }) => ((task.reopenedAt ?? 0) - (task.completedAt ?? 0)) / 86_400)
  const steps = [...REOPEN_STEPS.filter((step) => step < days), days]
  return steps.map((upTo, i) => {
    const above = steps[i - 1] ?? -1
    return { upTo, n: waits.filter((wait) => wait > above && wait <= upTo).length }
  })
}

/** A session has ended, well or not: "completed" is said of tasks on a board alone. */
export const workCounted = (format: string): string =>
  format === SESSIONS ? 'ended sessions' : format === FEATURES ? 'features' : 'completed tasks'

export const SESSIONS = 'sessions'
export const FEATURES = 'features in the git history'

function judge(figures: BoardHistoryFigures): ExperimentVerdict {
  const { completed, signalled, signalledLow, watchedShorter, days } = figures
  const work = workCounted(figures.format)
  if (completed < MIN_COMPLETED || signalled.share === null) {
    return {
      state: 'insufficient',
      reasons: [`${completed} ${work}; ${MIN_COMPLETED} are needed`],
    }
  }
  const says = `${formatOf(signalled)} ${work} have a signal (${formatPercent(signalled.share)})`
  if (signalled.share < KILL_SHARE) {
    // Of the others nothing can be known yet.
    const settled = completed - watchedShorter
    if (settled < MIN_COMPLETED) {
      return {
        state: 'insufficient',
        reasons: [
          `${completed} ${work}, of which ${settled} have a signal or were watched for ${days} days; ${MIN_COMPLETED} are needed`,
        ],
      }
    }
    if (signalled.hits / settled >= KILL_SHARE) {
      return {
        state: 'undecided',
        reasons: [`${says}; too many were watched for less than ${days} days`],
      }
    }
    return { state: 'killed', reasons: [`${says}, below 20 %: self-reports are notes only`] }
  }
  const bound = `at least ${formatPercent(signalledLow)}`
  return (signalledLow ?? 0) > KILL_SHARE
    ? { state: 'passed', reasons: [`${says}: ${bound}, above 20 %`] }
    : { state: 'undecided', reasons: [`${says}: ${bound}, not above 20 %, so it may be either`] }
}

function notesOn(figures: BoardHistoryFigures): string[] {
  const { flapping, malformed, undated, watchedShorter, undatedFollowups, days } = figures
  const notes: string[] = []
  if (flapping > 0) notes.push(`${count(flapping, 'update')} went backwards in time; dropped.`)
  if (malformed > 0) notes.push(`${count(malformed, 'row')} could not be read as a task; left out.`)
  if (undated > 0)
    notes.push(
      `${count(undated, 'completed task has', 'completed tasks have')} no date of completion: nothing can be dated against that.`,
    )
  if (watchedShorter > 0) {
    notes.push(
      `Without a signal, and watched for less than ${days} days: ${count(watchedShorter, 'completed task')}; the share may still rise.`,
    )
  }
  if (undatedFollowups > 0)
    notes.push(
      `${count(undatedFollowups, 'task counts', 'tasks count')} only through a follow-up without a date.`,
    )
  return notes
}
