/** One kind of case with the rules that answer it. */
export interface EvalSuite {
  name: string
  /** promptfoo's config of the suite, beside this file; it names the cases. */
  config: string
  /** What a positive is, for people. */
  positive: string
  /** The answer of the rules, with no model. */
  answer(vars: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  isPositive(answer: Readonly<Record<string, unknown>>): boolean
  shouldBePositive(expected: Readonly<Record<string, Expectation>>): boolean
}

/** A value, any of several, or a range. */
export type Expectation =
  | string
  | number
  | boolean
  | null
  | (string | number | boolean | null)[]
  | Range

export interface Range {
  min: number
  max: number
}

export interface EvalCase {
  description: string
  metadata: { id: string; expected: Record<string, Expectation> }
  vars: Record<string, unknown>
}
