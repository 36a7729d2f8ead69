import type { Subject } from '../read/prose/subjects.js'
import type { PointKind } from '../schema/point-kind.js'
import type { Severity } from '../schema/verdict.js'

/** One open fact at a stop: what a careful colleague would want settled, or told, before "done". */
export interface Point {
  kind: PointKind
  /** `hard` is pushed unless accounted for; `ifClaimed` only where the report states the opposite. */
  strength: 'hard' | 'ifClaimed' | 'soft'
  /** The fact in our words, one clause. */
  fact: string
  /** The words of a tool or a person that it rests on; data only. */
  quote: string | null
  /** What is missing, and what would settle it. */
  missing: string
  settle: string
  severity: Severity
  /** By what a report may speak of it. */
  about: PointSubject
  /** Soft only where neither the person nor the report speaks of it. */
  ifSpokenOf?: true
  /** An order: telling excuses it only together with an obstacle, or a question to a person. */
  isOrder?: true
  step: number | null
}

type Given = Pick<Point, 'kind' | 'fact' | 'missing' | 'settle'> &
  Partial<Omit<Point, 'about'>> & { about?: Partial<PointSubject> }

/** A point that is hard, of high severity and about nothing that a report could name, unless it says so. */
export const toPoint = ({ about, ...given }: Given): Point => ({
  strength: 'hard',
  quote: null,
  severity: 'HIGH',
  step: null,
  ...given,
  about: { subjects: [], names: [], commands: [], files: [], ...about },
})

export interface PointSubject {
  subjects: readonly Subject[]
  /** Names that are its own: a test, a symbol, a file that is asked for. */
  names: readonly string[]
  commands: readonly string[]
  /** The report may name them for other reasons. */
  files: readonly string[]
}
