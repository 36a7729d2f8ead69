import type { Exposure } from '../schema/exposure.js'
import type { LessonRow } from '../schema/lesson.js'
import { liftOf } from './lift.js'
import type { ArmCounts, Lift } from './lift.js'
import type { LessonStorage } from './lesson-storage.js'

const MAX_EXPOSURES = 100_000

/**
 * Retires those lessons whose always-valid interval lies below zero. An ordinary interval that is
 * looked at after every exposure would retire harmless ones. What a human pinned stays.
 */
export async function retireHarmful(
  storage: LessonStorage,
  lessonIds: readonly string[],
): Promise<string[]> {
  const retired: LessonRow[] = []
  for (const id of lessonIds) {
    const row = await storage.get(id)
    if (row === null || row.pinned || row.state !== 'active') continue
    const exposures = await storage.listExposures({ lessonId: id, limit: MAX_EXPOSURES })
    const lift = liftOf(countArms(exposures))
    if (lift === null || !isHarmful(lift)) continue
    retired.push({ ...row, state: 'retired', stateReason: describeHarm(lift) })
  }
  if (retired.length > 0) await storage.put(retired)
  return retired.map((row) => row.id)
}

const isHarmful = (lift: Lift): boolean => lift.alwaysValid.high < 0

const describeHarm = ({ value, alwaysValid }: Lift): string =>
  `it does harm: lift ${value.toFixed(2)}, at most ${alwaysValid.high.toFixed(2)}`

/** Open and unknown exposures are in neither arm. */
function countArms(exposures: readonly Exposure[]): ArmCounts {
  const count = (arm: Exposure['arm']) => {
    const closed = exposures.filter(
      (it) => it.arm === arm && (it.outcome === 'success' || it.outcome === 'failure'),
    )
    return { n: closed.length, successes: closed.filter((it) => it.outcome === 'success').length }
  }
  return { shown: count('shown'), heldOut: count('held_out') }
}
