import { ReflectError } from '../../schema/error.js'
import type { GitHistory } from '../git-history/git-history.js'
import type { EndedSessions } from '../session-endings.js'
import { assessCounted, FEATURES, SESSIONS, type BoardHistory } from './board-history.js'

export interface FinishedWork {
  ended: EndedSessions
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
  const { days, history } = work
  const sessions = assessCounted({ ...work.ended, isDated: true }, SESSIONS, days)
  if (hasEnough(sessions)) return sessions
  const board = await work.readBoard().catch(orAbsent)
  if ('figures' in board && hasEnough(board)) return board
  const features = history === null ? null : assessFeatures(history, days)
  if (features !== null && hasEnough(features)) return features
  if ('figures' in board) return board
  if (sessions.figures.completed > 0) return sessions
  throw board
}

const hasEnough = ({ verdict }: BoardHistory): boolean => verdict.state !== 'insufficient'

function orAbsent(error: unknown): ReflectError {
  if (error instanceof ReflectError && error.code === 'not-found') return error
  throw error
}

/** A feature that was reverted, or that a fix followed, was wrong; of the others nothing is known. */
function assessFeatures({ figures }: GitHistory, days: number | undefined): BoardHistory {
  const wrong = figures.featuresFailed
  const counted = { right: 0, wrong, unknown: figures.features - wrong, isDated: false }
  return assessCounted(counted, FEATURES, days)
}
