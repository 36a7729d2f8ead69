import path from 'node:path'
import type { StatedDemand, Wanted } from '../../schema/demand.js'
import type { RepositoryFacts } from '../../schema/evidence.js'
import { isTracked } from './is-tracked.js'

interface Place {
  cwd: string | null
  repository: RepositoryFacts | null
  signal?: AbortSignal | undefined
}

/** A file that git doesn't hold can't be restored: no agent is sent to delete it. */
export const spareUntracked = (
  demands: readonly StatedDemand[],
  place: Place,
): Promise<StatedDemand[]> =>
  Promise.all(
    demands.map(async (demand) =>
      demand.wants.some(isStillThere)
        ? { ...demand, wants: await Promise.all(demand.wants.map((one) => spare(one, place))) }
        : demand,
    ),
  )

const isStillThere = ({ want, found }: Wanted): boolean => want === 'gone' && found === false

async function spare(one: Wanted, { cwd, repository, signal }: Place): Promise<Wanted> {
  const root = repository?.root ?? null
  if (!isStillThere(one)) return one
  if (root === null) return { ...one, found: null }
  const files = new Set([root, cwd ?? root].map((base) => path.resolve(base, one.what)))
  const held = await Promise.all(
    [...files].map((file) =>
      isTracked({ root, file, ...(signal === undefined ? {} : { signal }) }),
    ),
  )
  return held.includes(true) ? one : { ...one, found: null }
}
