import * as z from 'zod/mini'
import type { Store } from '../store.js'
import type { ExperimentId } from './experiment.js'
import type { ExperimentGate, GateWord } from './gates.js'

/** P2 and P3 read a whole history, which a hook has no time for: it takes what was last seen. */
const KEPT: readonly ExperimentId[] = ['P2', 'P3']
const NEVER = '9999-01-01T00:00:00.000Z'

const KeptGate = z.strictObject({
  state: z.enum(['passed', 'killed', 'undecided', 'insufficient']),
  reasons: z.readonly(z.array(z.string())),
})

/** Keeps what P2 and P3 said, for those that have no time to look themselves. */
export async function keepGates(
  store: Pick<Store, 'writeCache'>,
  gates: readonly ExperimentGate[],
): Promise<void> {
  for (const { id, state, reasons } of gates) {
    if (!KEPT.includes(id)) continue
    await store.writeCache(`gate:${id}`, JSON.stringify({ state, reasons }), NEVER)
  }
}

/** What P2 and P3 said when they were last looked at; nothing before the first look. */
export async function readKeptGates(
  store: Pick<Store, 'readCache'>,
  now: string,
): Promise<GateWord[]> {
  const found: GateWord[] = []
  for (const id of KEPT) {
    const text = await store.readCache(`gate:${id}`, now)
    const read = text === null ? null : KeptGate.safeParse(JSON.parse(text))
    if (read?.success) found.push({ id, ...read.data })
  }
  return found
}
