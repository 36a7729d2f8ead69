/**
 * Tests that were ordered and that check nothing as they are written: they are skipped, empty or assert only what is
 * always true, or no assertion is seen in them. One that checks something is enough.
 */
import type { StatedDemand, Wanted } from '../../schema/demand.js'
import type { RepositoryFacts } from '../../schema/evidence.js'
import { isFileCalled } from '../ledger/is-file-called.js'
import { readChanges } from '../weakened/changes/read-changes.js'
import { fileRole } from '../weakened/changes/file-role.js'
import type { FileChange } from '../weakened/changes/file-change.js'
import type { TestUnit } from '../weakened/code/test-unit.js'
import { checksNothing, isInside, toTestFile } from '../weakened/tests/test-file.js'
import { openRepository } from './open-repository.js'
import type { Opened } from './open-repository.js'

interface Place {
  repository: RepositoryFacts | null
  /** The repository, where it was opened already. */
  opened?: Promise<Opened> | undefined
  signal?: AbortSignal | undefined
}

type Idle = NonNullable<Wanted['idle']>

export async function markIdleTests(
  demands: readonly StatedDemand[],
  { repository, opened, signal }: Place,
): Promise<StatedDemand[]> {
  const { root = null, base = null, filesChanged = [] } = repository ?? {}
  const files = filesChanged.filter((file) => fileRole(file) === 'test')
  const mayBe = files.length > 0 && demands.some(({ wants }) => wants.some(isWanted))
  if (!mayBe || root === null || base === null) return [...demands]
  const found = await (opened ?? openRepository({ root, signal }))
  if (!found.ok) return [...demands]
  const { changes } = await readChanges(found.repository, { base, head: null }, files)
  const mark = (one: Wanted): Wanted => {
    if (!isWanted(one)) return one
    const own = changes.filter(({ file }) => one.want === 'tests' || isFileCalled(file, one.what))
    const idle = idleIn(own)
    return idle === null ? one : { ...one, found: null, idle }
  }
  return demands.map((demand) => ({ ...demand, wants: demand.wants.map(mark) }))
}

/** Tests, or a file of them, that are there. */
const isWanted = ({ what, want, found }: Wanted): boolean =>
  found === true &&
  (want === 'tests' || ((want === 'exists' || want === 'changed') && fileRole(what) === 'test'))

/** Null where one of the new tests checks something, or none is new. */
function idleIn(changes: readonly FileChange[]): Idle | null {
  const how = changes.flatMap(toTestFile).flatMap(({ before, after }) => {
    const known = new Set(before.units.map(nameOf))
    const suites = after.units.filter(({ kind }) => kind === 'suite')
    return after.units
      .filter((unit) => unit.kind === 'test' && !known.has(nameOf(unit)))
      .map((unit) => {
        const around = suites.filter((suite) => isInside(unit, suite))
        const skips = [after, unit, ...around].map(({ skip }) => skip)
        return skips.some((skip) => skip?.conditional === false) ? 'skipped' : howIdle(unit)
      })
  })
  return how.includes(null) ? null : (how[0] ?? null)
}

const nameOf = ({ path, name }: TestUnit): string => [...path, name].join('\n')

function howIdle(unit: TestUnit): Idle | null {
  if (checksNothing(unit) || unit.hollow !== null) return 'empty'
  return unit.assertions.length === 0 && !MAY_CHECK.test(unit.body) ? 'bare' : null
}

/** Words of helpers that check, and of what stops a test by itself. */
const MAY_CHECK =
  /expect|assert|verif|check|should|must|ensure|compare|match|snapshot|throw|raise|fail|panic|unwrap|require|prove|equal/i
