/** A name that was to be renamed, replaced or removed: the change took some of its uses, and others stand. */
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export const findLeft = ({ left }: World): Point[] =>
  left.slice(0, 1).map(({ name, places }) =>
    toPoint({
      kind: 'left',
      fact: `\`${name}\` was to go, and it is still used in ${places.slice(0, 3).join(', ')}`,
      missing: `the remaining uses of ${name}`,
      settle: `Change them too, or say in your report why they stay.`,
      about: { names: places.map((place) => place.split(':')[0]!) },
      isOrder: true,
    }),
  )
