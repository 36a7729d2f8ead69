/** Names that the request wants gone or made, of which the change took or made some, and not the others. */
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import { isOnlyTold } from '../world.js'
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

/** Of names that the request lists together, others stand nowhere in the tree. */
export const findUnmade = (world: World): Point[] =>
  isOnlyTold(world)
    ? []
    : world.unmade.slice(0, 1).map(({ made, missing }) =>
        toPoint({
          kind: 'missing',
          fact: `The request lists ${missing.join(', ')} beside ${made.join(', ')}, and no file has ${missing.length === 1 ? 'it' : 'them'}`,
          missing: missing.join(', '),
          settle: `Add ${missing.join(', ')}, or say in your report why not.`,
          about: { names: missing },
          isOrder: true,
        }),
      )
