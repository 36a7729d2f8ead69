/**
 * The experiments ask whether self-reflection tells us anything. Rows, a history or a board come
 * in; figures with intervals and a verdict go out, judged by a condition that was written down
 * before. They only read. They refuse a verdict where the data are too few, and a kill is a result
 * like any other.
 */
export type VerdictState = 'passed' | 'killed' | 'undecided' | 'insufficient'

export type ExperimentId = 'P1' | 'P2' | 'P3'

export type ExperimentName = 'calibration' | 'git-history' | 'board-history'

/** What was fixed before the data were looked at. Printed above every result. */
export interface PreRegistration {
  readonly question: string
  /** The condition under which the hypothesis is dropped. */
  readonly kill: string
  /** The bound that has to be met before anything is unlocked. */
  readonly pass: string
  /** Below this there is no verdict. */
  readonly minimum: string
  /** How the things that are counted are told apart, one sentence each. */
  readonly definitions: readonly string[]
}

export interface ExperimentVerdict {
  readonly state: VerdictState
  readonly reasons: readonly string[]
}

/** What an experiment hands to its renderers, and what `--json` prints. */
export interface Experiment<Name extends ExperimentName, Figures> {
  readonly experiment: Name
  readonly gate: ExperimentId
  /** What was read, for people. */
  readonly source: string
  readonly registered: PreRegistration
  readonly figures: Figures
  readonly verdict: ExperimentVerdict
  /** What the reader should know before trusting the figures. */
  readonly notes: readonly string[]
}
