import type { WeakenedKind } from '../../../schema/weakened-check.js'

/** One file of the change as it was and as it is; null where it was not, or is no more. */
export interface FileChange {
  file: string
  before: string | null
  after: string | null
}

/** A shape that may weaken a check, before anything is known of why. */
export interface Shape {
  kind: WeakenedKind
  file: string
  /** All tests, suites or scripts that it is about. */
  names: readonly string[]
  /** One line. */
  detail: string
  /** It changes the command that runs the checks, or hides how they end. */
  isCommand: boolean
  /** It often has another reason: of the first row once a check that it concerns was red, else one to look at. */
  conditional: boolean
  /** Nothing else was changed that could have made the check pass: naming it is telling of it. */
  isAlone: boolean
  /** Of a test that is gone: its file went, or it still stands where no runner takes it. null: not found. */
  loss: 'file' | 'not-run' | null
}

export const shape = (known: Pick<Shape, 'kind' | 'file' | 'detail'> & Partial<Shape>): Shape => ({
  names: [],
  isCommand: false,
  conditional: false,
  isAlone: false,
  loss: null,
  ...known,
})
