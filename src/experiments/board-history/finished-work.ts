import { ReflectError } from '../../schema/error.js'
import type { GitHistory } from '../git-history/git-history.js'
import type { SessionEnding } from '../session-endings.js'
import { assessBoardHistory, MIN_COMPLETED, type BoardHistory } from './board-history.js'
import type { BoardReading, BoardTask } from './board-ledger.js'

export interface FinishedWork {
  endings: ReadonlyMap<string, SessionEnding>
  /** P3 on the project's board; refuses with `not-found` where there is none. */
  readBoard(): Promise<BoardHistory>
  /** P2 on the project's history; null where there is none. */
  history: GitHistory | null
  days?: number | undefined
}

/**
 * P3 on the first kind of finished work of which there is enough: sessions, then tasks of a board, then
 * features in the history. One kind at a time: a share over all three would be that of the largest.
 */
export async function assessFinishedWork(work: FinishedWork): Promise<BoardHistory> {
  const options = work.days === undefined ? {} : { days: work.days }
  const assess = (reading: BoardReading): BoardHistory =>
    assessBoardHistory(reading, { source: reading.format, ...options })
  const sessions = assess(sessionsAsTasks(work.endings))
  if (hasEnough(sessions)) return sessions
  const board = await work.readBoard().catch(orAbsent)
  if ('figures' in board && hasEnough(board)) return board
  const features = work.history === null ? null : assess(featuresAsTasks(work.history))
  if (features !== null && hasEnough(features)) return features
  if ('figures' in board) return board
  if (sessions.figures.completed > 0) return sessions
  throw board
}

const hasEnough = ({ figures }: BoardHistory): boolean => figures.completed >= MIN_COMPLETED

function orAbsent(error: unknown): ReflectError {
  if (error instanceof ReflectError && error.code === 'not-found') return error
  throw error
}

const sessionsAsTasks = (endings: FinishedWork['endings']): BoardReading =>
  toReading(
    'sessions',
    [...endings].map(([id, { right, endedAt }]) => ({
      ...FINISHED,
      id,
      completedAt: Date.parse(endedAt) / 1000,
      outcome: right === null ? null : right ? 'right' : 'wrong',
    })),
  )

/** A feature that was reverted, or that a fix followed, was wrong; of the others nothing is known. */
const featuresAsTasks = ({ figures: { features, featuresFailed } }: GitHistory): BoardReading =>
  toReading(
    'features in the git history',
    Array.from({ length: features }, (_, at) => ({
      ...FINISHED,
      id: String(at),
      outcome: at < featuresFailed ? 'wrong' : null,
    })),
  )

const FINISHED = { completed: true, completedAt: null, reopenedAt: null, commits: [], fixes: [] }

const toReading = (format: string, tasks: BoardTask[]): BoardReading => ({
  format,
  tasks,
  flapping: 0,
  malformed: 0,
  until: null,
  cut: false,
})
