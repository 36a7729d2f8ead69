import { findBroken } from './points/broken.js'
import { findForbidden } from './points/forbidden.js'
import { findLeft } from './points/left.js'
import { findMissing, findUnbegun } from './points/orders.js'
import { findRed } from './points/red.js'
import { findUnbacked } from './points/unbacked.js'
import { findUndelivered } from './points/undelivered.js'
import { findUnfounded } from './points/unfounded.js'
import { findUnmade } from './points/unmade.js'
import { findUnrun } from './points/unrun.js'
import { findUnsourced } from './points/unsourced.js'
import { findWeakened } from './points/weakened.js'
import type { Point } from './point.js'
import type { World } from './world.js'

/** Every finder, the sharpest kind of fact first: feedback opens with the first that is open. */
const FINDERS: readonly ((world: World) => Point[])[] = [
  findForbidden,
  findRed,
  findWeakened,
  findBroken,
  findMissing,
  findUnmade,
  findUnfounded,
  findUnbegun,
  findLeft,
  findUnrun,
  findUndelivered,
  findUnsourced,
  findUnbacked,
]

export const findPoints = (world: World): Point[] => FINDERS.flatMap((find) => find(world))
