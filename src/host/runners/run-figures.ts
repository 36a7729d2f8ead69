/**
 * Rounds and tokens of a run, where the client prints them as JSON: one object at the end, or lines as
 * it goes. A total wins over what adds up to it; what is not reported is null, never a guess.
 */
import { asRecord } from '../../util/loose-json.js'
import { parseJson } from '../../util/parse-json.js'

export interface RunFigures {
  rounds: number | null
  tokens: number | null
}

export function readRunFigures(output: string): RunFigures {
  const documents = readDocuments(output)
  const totals = documents.map(readTotal)
  const steps = documents.map(readStep).filter((step) => step !== null)
  const stepTokens = steps.flatMap(({ tokens }) => tokens ?? [])
  return {
    rounds: last(totals.map(({ rounds }) => rounds)) ?? (steps.length === 0 ? null : steps.length),
    tokens:
      last(totals.map(({ tokens }) => tokens)) ??
      (stepTokens.length === 0 ? null : stepTokens.reduce((sum, one) => sum + one, 0)),
  }
}

type Fields = Readonly<Record<string, unknown>>

/** JSON lines, or the whole output as one object. */
function readDocuments(output: string): Fields[] {
  const whole = parseJson(output)
  if (isObject(whole)) return [whole]
  return output
    .split('\n')
    .filter((line) => line.trimStart().startsWith('{'))
    .map((line) => parseJson(line))
    .filter(isObject)
}

/** A line that speaks of the whole run. */
function readTotal(line: Fields): RunFigures {
  const isTotal = line['type'] === 'result' || 'num_turns' in line || 'stats' in line
  if (!isTotal) return { rounds: null, tokens: null }
  return {
    rounds: count(line['num_turns']),
    tokens: sumUsage(asRecord(line['usage'])) ?? sumStats(asRecord(line['stats'])),
  }
}

/** A line that ends one round: a turn with its usage, or a step with its tokens. */
function readStep(line: Fields): { tokens: number | null } | null {
  if (line['type'] === 'turn.completed') return { tokens: sumUsage(asRecord(line['usage'])) }
  if (line['type'] === 'step_finish') {
    return { tokens: sumUsage(asRecord(asRecord(line['part'])['tokens'])) }
  }
  return null
}

/** What was cached is part of the input, or stands beside it under a name of its own. */
const INPUT = ['input_tokens', 'input', 'prompt_tokens'] as const
const BESIDE = ['cache_creation_input_tokens', 'cache_read_input_tokens'] as const
const OUTPUT = ['output_tokens', 'output', 'completion_tokens'] as const

function sumUsage(usage: Fields): number | null {
  const given = (names: readonly string[]) => names.flatMap((name) => count(usage[name]) ?? [])
  const input = given(INPUT)
  const output = given(OUTPUT)
  if (input.length + output.length === 0) return count(usage['total_tokens'])
  return [input[0] ?? 0, ...given(BESIDE), output[0] ?? 0].reduce((sum, one) => sum + one, 0)
}

/** Totals by model, or one total. */
function sumStats(stats: Fields): number | null {
  const models = Object.values(asRecord(stats['models'])).flatMap(
    (model) => count(asRecord(asRecord(model)['tokens'])['total']) ?? [],
  )
  if (models.length === 0) return count(stats['total_tokens'])
  return models.reduce((sum, one) => sum + one, 0)
}

const count = (value: unknown): number | null =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null

const last = (values: readonly (number | null)[]): number | null =>
  values.findLast((value) => value !== null) ?? null

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
