import { readFileSync } from 'node:fs'
import path from 'node:path'
import { SUITES } from '../../evals/suites.js'
import type { MeasureProgram } from '../program.js'

type Answer = Readonly<Record<string, unknown>>
type Predicate =
  | { all: Predicate[] }
  | { any: Predicate[] }
  | { field: string; op: string; value?: unknown }

interface OutsideCase {
  id: string
  description: string
  vars: Record<string, unknown>
  requires: Predicate[]
}

export const program: MeasureProgram = {
  name: 'judge',
  summary:
    'outside cases of stops, runs, stalls and compactions, answered by rules alone: all must hold',
  async run({ dataDir, print }) {
    for (const suite of SUITES) {
      const file = path.join(dataDir, 'judge', `${suite.name}.json`)
      const cases = JSON.parse(readFileSync(file, 'utf8')) as OutsideCase[]
      const failing: OutsideCase[] = []
      for (const one of cases) {
        const given = await suite.byRules(one.vars)
        if (!one.requires.every((predicate) => holds(predicate, given))) failing.push(one)
      }
      print(`${suite.name}: ${cases.length - failing.length} of ${cases.length} hold`)
      for (const { id, description } of failing) print(`  FAILS ${id}: ${description}`)
      if (failing.length > 0) process.exitCode = 1
    }
  },
}

function holds(predicate: Predicate, answer: Answer): boolean {
  if ('all' in predicate) return predicate.all.every((one) => holds(one, answer))
  if ('any' in predicate) return predicate.any.some((one) => holds(one, answer))
  const { field, op, value } = predicate
  const given = answer[field]
  switch (op) {
    case '===':
      return given === value
    case '>=':
      return Number(given) >= Number(value)
    case '<=':
      return Number(given) <= Number(value)
    case '<':
      return Number(given) < Number(value)
    case 'typeof':
      return typeof given === value
    case 'in':
      return Array.isArray(value) && value.includes(given)
    case 'non_empty':
      return Array.isArray(given) && given.length > 0
    case 'falsy':
      return !given
    default:
      throw new Error(`An unknown operator: ${op}`)
  }
}
