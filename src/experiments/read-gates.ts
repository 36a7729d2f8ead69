import { ReflectError, type ReflectErrorCode } from '../schema/error.js'
import type { Store } from '../store.js'
import type { GitOptions } from '../util/git.js'
import { registerBoardHistory } from './board-history/board-history.js'
import { readBoardHistory } from './board-history/read-board.js'
import { assessCalibration, registerCalibration } from './calibration/calibration.js'
import { readStoredConfidence } from './calibration/stored-confidence.js'
import type { ExperimentName, GateId, PreRegistration } from './experiment.js'
import { toGate, type Gate } from './gates.js'
import { readRepositoryHistory, registerGitHistory } from './git-history/git-history.js'

export interface GateSources {
  /** null when nothing was recorded yet. */
  readonly store: Pick<Store, 'list'> | null
  /** The project; its repository and its boards are read. */
  readonly git: GitOptions
  /** From which confidence a row counts as self-rated high. @default 0.8 */
  readonly high?: number
  /** @default 14 */
  readonly windowDays?: number
  /** @default 30 */
  readonly boardDays?: number
}

/** P1 to P3 on a project's own data. What the project does not have is too few data, not a failure. */
export async function readGates({
  store,
  git,
  high,
  windowDays,
  boardDays,
}: GateSources): Promise<Gate[]> {
  const { cwd, ...gitOptions } = git
  return Promise.all([
    orMissing('P1', 'calibration', registerCalibration(high), async () => {
      const data = await readStoredConfidence(store ?? NOTHING)
      return assessCalibration(data, {
        source: 'the store',
        ...(high === undefined ? {} : { high }),
      })
    }),
    orMissing('P2', 'git-history', registerGitHistory(windowDays), () =>
      readRepositoryHistory(git, { windowDays }),
    ),
    orMissing('P3', 'board-history', registerBoardHistory(boardDays), () =>
      readBoardHistory(cwd, {
        ...gitOptions,
        ...(boardDays === undefined ? {} : { days: boardDays }),
      }),
    ),
  ])
}

const NOTHING: Pick<Store, 'list'> = { list: async () => [] }

/** Without git, or without a repository, a project has no history that could be read. */
const MISSING: ReadonlySet<ReflectErrorCode> = new Set(['not-found', 'git-failed'])

async function orMissing(
  id: GateId,
  experiment: ExperimentName,
  { question, kill }: PreRegistration,
  run: () => Promise<Parameters<typeof toGate>[0]>,
): Promise<Gate> {
  try {
    return toGate(await run())
  } catch (error) {
    if (!(error instanceof ReflectError) || !MISSING.has(error.code)) throw error
    return { id, experiment, question, kill, state: 'insufficient', reasons: [error.message] }
  }
}
