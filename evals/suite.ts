import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { Model } from '../src/model.js'
import type { ModelRole } from '../src/schema/model-call.js'

type EvalVars = Readonly<Record<string, unknown>>
export type EvalAnswer = Readonly<Record<string, unknown>>

/** One kind of case, and those who answer it. Its cases are `evals/cases/<name>.yaml`. */
export interface EvalSuite {
  name: SuiteName
  /** What a positive is, for people. */
  positive: string
  role: ModelRole
  /** What a case may tell; other fields are not read. */
  fields: readonly string[]
  /** The prompt that models get, with its slots. */
  prompt: string
  /** The rules, with no model. Throws `usage` for a case that can't be read. */
  byRules(vars: EvalVars, settings?: EvalSettings): Promise<EvalAnswer>
  /** The model alone; null when it gave no answer that fits. */
  byModel(vars: EvalVars, model: Model): Promise<EvalAnswer | null>
  /** As the product does it: rules first, the model where it is asked. */
  byBoth(vars: EvalVars, model: Model, settings?: EvalSettings): Promise<EvalAnswer>
  isPositive(answer: EvalAnswer): boolean
  shouldBePositive(expected: Readonly<Record<string, Expectation>>): boolean
}

/** What of the config counts for cases. */
export interface EvalSettings {
  /** How long an agent has to be quiet. */
  minAgeMs?: number
}

export type SuiteName =
  | 'agent-evaluation'
  | 'post-compression'
  | 'stuck-detection'
  | 'task-verification'

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

export type EvalJudge = 'rules' | 'model' | 'both'

/** The cases that ship with the program; promptfoo reads the same files. */
export const readSuiteCases = (root: string, suite: string): EvalCase[] =>
  parse(readFileSync(path.join(root, 'evals', 'cases', `${suite}.yaml`), 'utf8')) as EvalCase[]
