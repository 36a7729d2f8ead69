import path from 'node:path'
import { allExposures } from '../memory/exposures.js'
import { openExposureStorages } from '../memory/kept-lessons.js'
import type { SelfLine } from '../schema/self-line.js'
import { readSelfFacts } from '../self/self-facts.js'
import { updateSelfLines } from '../self/self-lines.js'
import { weighTeamLines } from '../self/team-lines.js'
import { toYaml } from '../self/to-yaml.js'
import type { Store } from '../store.js'
import { writeAtomic } from '../util/write-atomic.js'
import { lessonFile } from './workspace.js'
import type { Workspace } from './workspace.js'

/** The file beside the store that people read. */
export const selfModelFile = ({ stateDir }: Pick<Workspace, 'stateDir'>): string =>
  path.join(stateDir, 'self_model.yaml')

/** Brings the self-model up to date, in the store and in its file; returns what holds now. */
export async function updateSelfModel(
  workspace: Workspace,
  store: Store,
  { now, fromScratch = false }: { now: Date; fromScratch?: boolean },
): Promise<SelfLine[]> {
  const { loaded, home } = workspace
  const { lessons, experiments } = loaded.values
  const storages = openExposureStorages(lessons, { file: lessonFile(workspace), store, home })
  const kept = await Promise.all(storages.map((storage) => allExposures(storage, {})))
  const exposures = kept.flat()
  const facts = await readSelfFacts(store, { now, exposures })
  const terms = { facts, now, high: experiments.highConfidence, fromScratch }
  await weighTeamLines(store, terms)
  const lines = await updateSelfLines(store, terms)
  await writeAtomic(selfModelFile(workspace), toYaml(lines), { mode: 0o600 })
  return lines
}

const MARK = 'self:day'
const DAY_MS = 24 * 3_600_000

/** The same once a day over all processes, for where no server does it and an agent is told of it. */
export async function updateSelfModelDaily(
  workspace: Workspace,
  store: Store,
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  const midnight = new Date(Date.parse(`${at.slice(0, 10)}T00:00:00.000Z`) + DAY_MS).toISOString()
  if (!(await store.claimCache(MARK, at, { now: at, expiresAt: midnight }))) return
  await updateSelfModel(workspace, store, { now })
}
