import { readDemands } from '../../evidence/demands/read-demands.js'
import { THRESHOLDS } from '../../evidence/message/thresholds.js'
import type { StatedDemand } from '../../schema/demand.js'
import type { Store } from '../../store.js'
import { shortHash } from '../../util/loose-json.js'
import { readProjectInstructions } from './project-instructions.js'

const KEPT_MS = 14 * 86_400_000

/**
 * What the project's instructions ask of every agent: checks, and to be asked first. They weigh less
 * than a human's words. Reading them takes time, so what was read is kept by their text.
 */
export async function readProjectDemands(
  root: string | null,
  store: Pick<Store, 'readCache' | 'writeCache'>,
  now: string,
): Promise<StatedDemand[]> {
  const text = await readProjectInstructions(root, store, now)
  if (text === '') return []
  const key = `project-demands:${shortHash(text)}`
  const kept = await store.readCache(key, now)
  if (kept !== null) return JSON.parse(kept) as StatedDemand[]
  const demands = readDemands([{ number: 0, text }], 'project').filter(isRule)
  const expiresAt = new Date(Date.parse(now) + KEPT_MS).toISOString()
  await store.writeCache(key, JSON.stringify(demands), expiresAt)
  return demands
}

const RULES: ReadonlySet<string> = new Set(['check', 'ask_first'])

/** Below this the reader guesses, and much of such a file only describes the project. */
const isRule = ({ kind, probability }: StatedDemand): boolean =>
  RULES.has(kind) && probability >= (THRESHOLDS.requests.push[kind]?.threshold ?? 1)
