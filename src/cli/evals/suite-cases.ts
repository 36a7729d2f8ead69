import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import type { EvalCase } from './suite.js'

/** The cases that ship with the program; promptfoo reads the same files. */
export const readSuiteCases = (root: string, suite: string): EvalCase[] =>
  parse(readFileSync(path.join(root, 'evals', 'cases', `${suite}.yaml`), 'utf8')) as EvalCase[]
