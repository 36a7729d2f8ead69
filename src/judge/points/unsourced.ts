/** Numbers in the report that the latest run printed otherwise, and a part of the tests called all of them. */
import { calledWhole } from '../../evidence/claims/called-whole.js'
import { miscounted } from '../../evidence/claims/judge-count.js'
import { unprintedFigure } from '../unprinted-figure.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export function findUnsourced(world: World): Point[] {
  const { evidence } = world
  const claim =
    miscounted(evidence.sentences, evidence) ?? calledWhole(evidence.sentences, evidence)
  const found =
    claim === null
      ? unprintedFigure(world)
      : { fact: claim.fact ?? OTHER, quote: claim.evidence[0] ?? null, step: claim.step }
  if (found === null || (claim !== null && claim.status !== 'contradicted')) return []
  return [
    {
      kind: 'unsourced',
      strength: 'hard',
      ...found,
      missing: 'the number that was printed',
      settle: 'Correct the number, or show the run that prints it.',
      severity: 'MEDIUM',
      about: { subjects: [], names: [], commands: [], files: [] },
    },
  ]
}

const OTHER = 'The report gives another number than the command printed'
