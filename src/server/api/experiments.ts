import { gateFeatures } from '../../experiments/gates.js'
import { readSummedConfidence } from '../../experiments/calibration/stored-confidence.js'
import { lookAtConfidenceGate } from '../../experiments/confidence-gate.js'
import { keepGates } from '../../experiments/kept-gates.js'
import { readExperiments as readProjectExperiments } from '../../experiments/read-gates.js'
import { readEndedSessions } from '../../experiments/session-endings.js'
import type { Experiments } from '../../schema/api/experiments.js'
import type { RouteHandler, ApiDeps } from './api-deps.js'

/** Reading a long history takes seconds, and it changes with commits, not with clicks. */
const KEPT_MS = 60_000

const kept = new WeakMap<ApiDeps, { at: number; read: Promise<Experiments> }>()

/** P1 to P3 on the project's own data, what they say, and what that unlocks. */
export const readExperiments: RouteHandler<'GET /experiments'> = (_, deps) => {
  const now = deps.host.now().getTime()
  const known = kept.get(deps)
  if (known !== undefined && now - known.at < KEPT_MS) return known.read
  const read = runExperiments(deps)
  kept.set(deps, { at: now, read })
  read.catch(() => kept.delete(deps))
  return read
}

async function runExperiments({ host, env }: ApiDeps): Promise<Experiments> {
  const { store, config, root, now } = host
  const { highConfidence: high, gitWindowDays, boardWindowDays } = config.experiments
  const readConfidence = () => readSummedConfidence(store)
  const found = await readProjectExperiments({
    store,
    readConfidence,
    readEnded: () => readEndedSessions(store),
    git: { cwd: root, env },
    high,
    windowDays: gitWindowDays,
    boardDays: boardWindowDays,
  })
  await keepGates(store, found.gates)
  await lookAtConfidenceGate(store, { high, now: now(), readData: readConfidence })
  return { ...found, features: gateFeatures(found.gates) }
}
