import type { RiskOverview, RunItem } from '../../../../src/schema/api/run.js'
import type { Surface } from '../../../../src/schema/surface.js'
import { formatCounted } from '../../kit/format.js'
import type { Tone } from '../../kit/tone.js'

export const SURFACES: readonly Surface[] = [
  'auth',
  'data',
  'infra',
  'build',
  'ui',
  'test',
  'docs',
  'none',
]

/** How the agent's own word compares with what the floor computed. */
export type Declared = keyof RiskOverview['declared']

export const DECLARED: Readonly<Record<Declared, { words: string; tone: Tone }>> = {
  declared_lower: { words: 'declared lower', tone: 'bad' },
  declared_higher: { words: 'declared higher', tone: 'info' },
  agree: { words: 'agree', tone: 'good' },
  none: { words: 'said nothing', tone: 'plain' },
}

export const declaredOf = ({ declared_vs_computed }: RunItem): Declared =>
  declared_vs_computed ?? 'none'

/** Evidence without a claim. */
export function describeFixes({ earlier_fixes: earlier }: RunItem): string {
  const { fixes = 0, files = 0 } = earlier ?? {}
  return `${formatCounted(fixes, 'earlier fix', 'earlier fixes')} in ${formatCounted(files, 'file')} of these`
}
