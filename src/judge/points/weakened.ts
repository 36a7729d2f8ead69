/** Checks that the session's change made weaker. */
import { isFirstRow } from '../../evidence/weakened/first-row.js'
import type { WeakenedCheck } from '../../schema/weakened-check.js'
import { WEAKENED_WORDS } from '../weakened-words.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export function findWeakened({ evidence }: World): Point[] {
  const hard = evidence.weakened.filter(({ pushes }) => pushes)
  const soft = evidence.weakened.filter(
    ({ kind, asked, pushes, red }) => !asked && !pushes && (isFirstRow(kind) || red),
  )
  return [...toPoints(hard, 'hard'), ...toPoints(soft, 'soft')]
}

function toPoints(found: readonly WeakenedCheck[], strength: 'hard' | 'soft'): Point[] {
  const [first] = found
  if (first === undefined) return []
  const { what, restore } = WEAKENED_WORDS[first.kind]
  const when = first.red && first.pushes ? ', after a red run in this session' : ''
  const untold = first.disclosed ? '' : ', and your message does not say so'
  return [
    {
      kind: 'weakened',
      strength,
      fact: `${what}${when}${untold}`,
      quote: found.slice(0, 3).map(describe).join('; '),
      missing: 'the check as it was, or your reason for the change',
      settle: `${restore}, or say in your report why not.`,
      severity: 'HIGH',
      about: { subjects: [], names: found.flatMap(({ names }) => names), loose: found.map(({ file }) => file) },
      step: null,
    },
  ]
}

const describe = ({ file, names, detail }: WeakenedCheck): string =>
  `${file}${names.length === 0 ? '' : ` (${names.slice(0, 3).join(', ')})`}: ${detail}`
