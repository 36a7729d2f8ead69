import { describe, expect, it } from 'vitest'
import { armOf } from './holdout.js'
import { differenceInterval } from '../util/difference-interval.js'
import { liftOf } from './lift.js'
import type { ArmCounts } from './lift.js'

const RUNS = 1000
const HOLDOUT = 0.1

/** A small generator with a seed, so that a run is the same on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

interface World {
  shown: number
  heldOut: number
  exposures: number
}

/** One lesson's life: an exposure at a time, looked at after each when asked to. */
function live(seed: number, world: World, onLook?: (counts: ArmCounts) => boolean): ArmCounts {
  const random = randomFrom(seed * 7919 + 13)
  const counts = { shown: { n: 0, successes: 0 }, heldOut: { n: 0, successes: 0 } }
  for (let n = 0; n < world.exposures; n += 1) {
    const arm = random() < HOLDOUT ? 'heldOut' : 'shown'
    counts[arm].n += 1
    if (random() < world[arm]) counts[arm].successes += 1
    if (onLook?.(counts)) break
  }
  return counts
}

const shareOfRuns = (holds: (seed: number) => boolean): number =>
  Array.from({ length: RUNS }, (_, seed) => holds(seed)).filter(Boolean).length / RUNS

const isRetired = (world: World) => (seed: number) => {
  let retired = false
  live(seed, world, (counts) => (retired = (liftOf(counts)?.alwaysValid.high ?? 1) < 0))
  return retired
}

describe('liftOf', () => {
  it.each([
    { shown: 0.7, heldOut: 0.5, exposures: 600 },
    { shown: 0.5, heldOut: 0.5, exposures: 600 },
    { shown: 0.95, heldOut: 0.8, exposures: 600 },
    { shown: 0.2, heldOut: 0.4, exposures: 2000 },
  ])('covers the true lift in at least 93 % of 1,000 runs: %o', (world) => {
    const truth = world.shown - world.heldOut
    const coverage = shareOfRuns((seed) => {
      const { low, high } = liftOf(live(seed, world))!.interval
      return low <= truth && truth <= high
    })
    expect(coverage).toBeGreaterThanOrEqual(0.93)
  })

  it.each([
    { shown: 0.5, heldOut: 0.5, exposures: 2000 },
    { shown: 0.85, heldOut: 0.85, exposures: 2000 },
    { shown: 0.15, heldOut: 0.15, exposures: 2000 },
    { shown: 0.6, heldOut: 0.5, exposures: 1000 },
  ])('retires a harmless lesson in at most 5 % of 1,000 runs, looked at each time: %o', (world) => {
    expect(shareOfRuns(isRetired(world))).toBeLessThanOrEqual(0.05)
  })

  it.each([
    { shown: 0.4, heldOut: 0.7, exposures: 500 },
    { shown: 0.2, heldOut: 0.5, exposures: 500 },
    { shown: 0.6, heldOut: 0.9, exposures: 500 },
  ])('retires a clearly harmful lesson in at least 90 % of 1,000 runs: %o', (world) => {
    expect(shareOfRuns(isRetired(world))).toBeGreaterThanOrEqual(0.9)
  })

  it('would retire harmless lessons far too often by the ordinary interval', () => {
    const world = { shown: 0.5, heldOut: 0.5, exposures: 1000 }
    const retired = shareOfRuns((seed) => {
      let below = false
      live(seed, world, (counts) => (below = (liftOf(counts)?.interval.high ?? 1) < 0))
      return below
    })
    expect(retired).toBeGreaterThan(0.1)
  })

  it.each([
    [
      { n: 9, successes: 9 },
      { n: 100, successes: 0 },
    ],
    [
      { n: 100, successes: 0 },
      { n: 9, successes: 9 },
    ],
    [
      { n: 0, successes: 0 },
      { n: 0, successes: 0 },
    ],
  ])('says nothing when an arm is small: %o %o', (shown, heldOut) => {
    expect(liftOf({ shown, heldOut })).toBeNull()
  })

  it('agrees with the published example 56/70 − 48/80 (Newcombe 1998, method 10)', () => {
    const { low, high } = differenceInterval({ n: 70, successes: 56 }, { n: 80, successes: 48 })
    expect([low.toFixed(4), high.toFixed(4)]).toEqual(['0.0524', '0.3339'])
  })
})

describe('armOf', () => {
  it('answers the same question alike, and holds out the share that was asked for', () => {
    const keys = Array.from({ length: 20_000 }, (_, n) => `attempt-${n}`)
    const draw = (lesson: string, holdout: number) => keys.map((key) => armOf(lesson, key, holdout))
    const held = draw('a', 0.1).filter((arm) => arm === 'held_out').length
    expect(held).toBeGreaterThan(1800)
    expect(held).toBeLessThan(2200)
    expect(draw('a', 0.1)).toEqual(draw('a', 0.1))
    expect(draw('a', 0.1)).not.toEqual(draw('b', 0.1))
    expect(new Set(draw('a', 0))).toEqual(new Set(['shown']))
    expect(new Set(draw('a', 1))).toEqual(new Set(['held_out']))
  })
})
