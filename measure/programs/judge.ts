import { readFileSync } from 'node:fs'
import path from 'node:path'
import { judgeCompactionCase } from '../../src/moments/compaction/judge-case.js'
import { judgeStallCase } from '../../src/moments/stall/judge-case.js'
import { evaluateByRules } from '../../src/moments/stop/evaluate-run.js'
import type { RunInput } from '../../src/moments/stop/evaluate-run.js'
import { judgeCase, toVerdictJson } from '../../src/moments/stop/judge-case.js'
import type { StopCase } from '../../src/moments/stop/judge-case.js'
import type { MeasureProgram } from '../program.js'

type Answer = Record<string, unknown>
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

/** Suites that these rules answer, by the file's name. */
const SUITES: Record<string, (vars: Record<string, unknown>) => Answer> = {
  'task-verification': (vars) =>
    toVerdictJson(judgeCase(vars as unknown as StopCase, '1970-01-01T00:00:00.000Z')),
  'agent-evaluation': (vars) => ({ ...evaluateByRules(vars as unknown as RunInput) }),
  'stuck-detection': (vars) => ({ ...judgeStallCase(vars) }),
  'post-compression': (vars) => ({ ...judgeCompactionCase(vars) }),
}

export const program: MeasureProgram = {
  name: 'judge',
  summary:
    'outside cases of stops, runs, stalls and compactions, answered by rules alone: all must hold',
  async run({ dataDir, print }) {
    for (const [suite, answer] of Object.entries(SUITES)) {
      const file = path.join(dataDir, 'judge', `${suite}.json`)
      const cases = JSON.parse(readFileSync(file, 'utf8')) as OutsideCase[]
      const failing = cases.filter(({ vars, requires }) => {
        const given = answer(vars)
        return !requires.every((predicate) => holds(predicate, given))
      })
      print(`${suite}: ${cases.length - failing.length} of ${cases.length} hold`)
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
