import { existsSync } from 'node:fs'
import path from 'node:path'
import type { StatedDemand, Wanted } from '../../schema/demand.js'
import type { RepositoryFacts } from '../../schema/evidence.js'
import { namesOf } from '../ledger/is-file-called.js'
import { isTracked } from './is-tracked.js'

interface Place {
  cwd: string | null
  repository: RepositoryFacts | null
  signal?: AbortSignal | undefined
}

/**
 * A file that git doesn't hold can't be restored: no agent is sent to delete it. Nor does git tell whether
 * an ignored file was changed.
 */
export const spareUntracked = (
  demands: readonly StatedDemand[],
  place: Place,
): Promise<StatedDemand[]> =>
  Promise.all(
    demands.map(async (demand) =>
      demand.wants.some(isAboutTree)
        ? { ...demand, wants: await Promise.all(demand.wants.map((one) => spare(one, place))) }
        : demand,
    ),
  )

const isAboutTree = ({ want, found }: Wanted): boolean =>
  (want === 'gone' || want === 'changed') && found === false

async function spare(one: Wanted, { cwd, repository, signal }: Place): Promise<Wanted> {
  const root = repository?.root ?? null
  if (!isAboutTree(one)) return one
  const bases = [root, cwd].filter((base) => base !== null)
  const names = one.want === 'gone' ? [one.what] : namesOf(one.what)
  const files = new Set(bases.flatMap((base) => names.map((name) => path.resolve(base, name))))
  const there = [...files].filter((file) => existsSync(file))
  if (one.want === 'changed' && there.length === 0) return one
  if (root === null) return { ...one, found: null }
  const held = await Promise.all(
    there.map((file) => isTracked({ root, file, ...(signal === undefined ? {} : { signal }) })),
  )
  return held.includes(true) ? one : { ...one, found: null }
}
