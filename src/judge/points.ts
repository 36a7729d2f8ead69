import { findBroken } from './points/broken.js'
import { findForbidden } from './points/forbidden.js'
import { findLeft, findUnmade } from './points/names.js'
import { findMissing, findUnbegun } from './points/orders.js'
import { findRed } from './points/red.js'
import { findUnbacked } from './points/unbacked.js'
import { findUndelivered } from './points/undelivered.js'
import { findUnfounded } from './points/unfounded.js'
import { findUnsourced } from './points/unsourced.js'
import { findWeakened } from './points/weakened.js'
import { oddNames, plainPoint } from './plain-names.js'
import type { Stated } from '../read/prose/read-stated.js'
import type { Point } from './point.js'
import type { World } from './world.js'

/** Every finder, the sharpest kind of fact first: feedback opens with the first that is open. */
const FINDERS: readonly ((world: World, stated: Stated) => Point[])[] = [
  findForbidden,
  findRed,
  findWeakened,
  findBroken,
  findMissing,
  findUnmade,
  findUnfounded,
  findUnbegun,
  findLeft,
  findUndelivered,
  findUnsourced,
  findUnbacked,
]

const NOTHING: Stated = { files: [], worked: [], figures: [], tests: [], names: () => false }

/** `stated`: what the report gives as a fact. Its words are read in the account alone. */
export function findPoints(world: World, stated: Stated = NOTHING): Point[] {
  const odd = oddNames(world)
  return FINDERS.flatMap((find) => find(world, stated)).map((point) => plainPoint(point, odd))
}
