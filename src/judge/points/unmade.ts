/** Names that the request lists together: the change made some of them, and others stand nowhere in the tree. */
import { toPoint } from '../point.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export const findUnmade = ({ unmade, evidence }: World): Point[] => {
  const { readOnly, planOnly } = evidence.request.flags
  if (readOnly !== null || planOnly !== null) return []
  return unmade.slice(0, 1).map(({ made, missing }) =>
    toPoint({
      kind: 'missing',
      fact: `The request lists ${missing.join(', ')} beside ${made.join(', ')}, and no file has ${missing.length === 1 ? 'it' : 'them'}`,
      missing: missing.join(', '),
      settle: `Add ${missing.join(', ')}, or say in your report why not.`,
      about: { names: missing },
      isOrder: true,
    }),
  )
}
