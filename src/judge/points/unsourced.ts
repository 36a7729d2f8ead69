/** Numbers in the report that the latest run printed otherwise, and a part of the tests called all of them. */
import { calledWhole } from '../../evidence/claims/called-whole.js'
import { miscounted } from '../../evidence/claims/judge-count.js'
import { misstated } from '../../evidence/claims/listed-numbers.js'
import type { Point } from '../point.js'
import type { World } from '../world.js'

export function findUnsourced({ evidence }: World): Point[] {
  const { sentences } = evidence
  const found =
    miscounted(sentences, evidence) ??
    misstated(sentences, evidence) ??
    calledWhole(sentences, evidence)
  if (found === null || found.status !== 'contradicted') return []
  return [
    {
      kind: 'unsourced',
      strength: 'hard',
      fact: found.fact ?? 'The report gives another number than the command printed',
      quote: found.evidence[0] ?? null,
      missing: 'the number that was printed',
      settle: 'Correct the number, or show the run that prints it.',
      severity: 'MEDIUM',
      about: { subjects: [], names: [], commands: [], files: [] },
      step: found.step,
    },
  ]
}
