import { ReflectError, type ReflectErrorCode } from '../schema/error.js'
import type { Store } from '../store.js'
import type { GitOptions } from '../util/git.js'
import { registerBoardHistory, type BoardHistory } from './board-history/board-history.js'
import { assessFinishedWork } from './board-history/finished-work.js'
import { readBoardHistory } from './board-history/read-board.js'
import {
  assessCalibration,
  registerCalibration,
  type Calibration,
} from './calibration/calibration.js'
import type { ConfidenceData } from './calibration/read-confidence-rows.js'
import { noSkippedRows } from './calibration/confidence-row.js'
import { readStoredConfidence } from './calibration/stored-confidence.js'
import type { ExperimentName, ExperimentId, PreRegistration } from './experiment.js'
import { toGate, type ExperimentGate } from './gates.js'
import { keepGates } from './kept-gates.js'
import { TallyBuilder } from './statistics/confidence-tally.js'
import {
  readRepositoryHistory,
  registerGitHistory,
  type GitHistory,
} from './git-history/git-history.js'
import { countEndings, readSessionEndings, type EndedSessions } from './session-endings.js'

export interface GateSources {
  /** null when nothing was recorded yet. */
  readonly store: Pick<Store, 'list'> | null
  /** The project; its repository and its boards are read. */
  readonly git: GitOptions
  /** What P1 is measured on. @default the store's rows */
  readonly readConfidence?: () => Promise<ConfidenceData>
  /** How sessions ended. @default by the store's rows */
  readonly readEnded?: () => Promise<EndedSessions>
  /** From which confidence a row counts as self-rated high. @default 0.8 */
  readonly high?: number
  /** @default 14 */
  readonly windowDays?: number
  /** @default 30 */
  readonly boardDays?: number
}

/** P1 to P3 on a project's own data, whole; null where the project has none, and the gate says why. */
export interface ProjectExperiments {
  readonly calibration: Calibration | null
  readonly gitHistory: GitHistory | null
  readonly boardHistory: BoardHistory | null
  readonly gates: readonly ExperimentGate[]
}

export const readGates = async (sources: GateSources): Promise<ExperimentGate[]> => [
  ...(await readExperiments(sources)).gates,
]

/** Looks at P2 and P3 and keeps what they say, for those that have no time to look themselves. */
export async function lookAtHistoryGates(
  store: Store,
  sources: Pick<GateSources, 'git' | 'windowDays' | 'boardDays'>,
): Promise<void> {
  await keepGates(store, await readGates({ ...sources, store, readConfidence: noConfidence }))
}

/** P1 has a look of its own. */
const noConfidence = async (): Promise<ConfidenceData> => ({
  tally: new TallyBuilder().build(),
  read: 0,
  skipped: noSkippedRows(),
})

/** What the project does not have is too few data, not a failure. */
export async function readExperiments({
  store,
  git,
  readConfidence,
  readEnded,
  high,
  windowDays,
  boardDays,
}: GateSources): Promise<ProjectExperiments> {
  const { cwd, ...gitOptions } = git
  const history = orMissing('P2', 'git-history', registerGitHistory(windowDays), () =>
    readRepositoryHistory(git, { windowDays }),
  )
  const [calibration, gitHistory, boardHistory] = await Promise.all([
    orMissing('P1', 'calibration', registerCalibration(high), async () => {
      const data = await (readConfidence ?? (() => readStoredConfidence(store ?? NOTHING)))()
      return assessCalibration(data, {
        source: 'the store',
        ...(high === undefined ? {} : { high }),
      })
    }),
    history,
    orMissing('P3', 'board-history', registerBoardHistory(boardDays), async () =>
      assessFinishedWork({
        ended: await (readEnded?.() ?? readSessionEndings(store ?? NOTHING).then(countEndings)),
        readBoard: () =>
          readBoardHistory(cwd, {
            ...gitOptions,
            ...(boardDays === undefined ? {} : { days: boardDays }),
          }),
        history: (await history).result,
        days: boardDays,
      }),
    ),
  ])
  return {
    calibration: calibration.result,
    gitHistory: gitHistory.result,
    boardHistory: boardHistory.result,
    gates: [calibration.gate, gitHistory.gate, boardHistory.gate],
  }
}

const NOTHING: Pick<Store, 'list'> = { list: async () => [] }

/** Without git, or without a repository, a project has no history that could be read. */
const MISSING: ReadonlySet<ReflectErrorCode> = new Set(['not-found', 'git-failed'])

async function orMissing<R extends Parameters<typeof toGate>[0]>(
  id: ExperimentId,
  experiment: ExperimentName,
  { question, kill, pass }: PreRegistration,
  run: () => Promise<R>,
): Promise<{ result: R | null; gate: ExperimentGate }> {
  try {
    const result = await run()
    return { result, gate: toGate(result) }
  } catch (error) {
    if (!(error instanceof ReflectError) || !MISSING.has(error.code)) throw error
    const reasons = [error.message]
    const gate: ExperimentGate = {
      id,
      experiment,
      question,
      kill,
      pass,
      state: 'insufficient',
      reasons,
    }
    return { result: null, gate }
  }
}
