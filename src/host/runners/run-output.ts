/**
 * What a run said in the end, its rounds and its tokens, where the client prints them as JSON: one
 * object at the end, or lines as it goes. A total wins over what adds up to it; what is not reported
 * is null, never a guess.
 */
import { asRecord } from '../../util/loose-json.js'
import { parseJson } from '../../util/parse-json.js'

export interface RunOutput extends RunFigures {
  /** The final text; the whole output where it is no stream of a client. */
  text: string
  /** The client itself says that the run failed, whatever its exit code. */
  failed: boolean
}

interface RunFigures {
  rounds: number | null
  tokens: number | null
}

export function readRunOutput(output: string): RunOutput {
  const documents = readDocuments(output)
  const text = finalText(output, documents)
  const failed = text !== null && saysFailed(documents)
  return { text: text ?? output, failed, ...readFigures(documents) }
}

/** By the last line that ends a run or a turn. */
function saysFailed(documents: readonly Fields[]): boolean {
  const end = documents.findLast((line) => ENDS.has(String(line['type'])) || 'is_error' in line)
  return (
    end !== undefined &&
    (end['is_error'] === true || end['status'] === 'error' || end['type'] === 'turn.failed')
  )
}

const ENDS: ReadonlySet<string> = new Set(['result', 'turn.completed', 'turn.failed'])

function readFigures(documents: readonly Fields[]): RunFigures {
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

/** null where the output is no stream of a client, or one whose lines are not known. */
function finalText(output: string, documents: readonly Fields[]): string | null {
  const typed = documents.filter((line) => typeof line['type'] === 'string' || 'stats' in line)
  const isWhole = isObject(parseJson(output))
  const lines = output.split('\n').filter((line) => line.trim() !== '').length
  if (!isWhole && typed.length * 2 < lines) return null
  const said = typed.map(readText)
  const total = said.findLast((one) => one?.isTotal === true)
  if (total != null) return total.text
  const end = said.findLastIndex((one) => one !== null)
  if (end < 0) return null
  // Pieces of one message stand one after the other.
  let start = end
  while (said[end]!.isPiece === true && said[start - 1]?.isPiece === true) start -= 1
  return said
    .slice(start, end + 1)
    .map((one) => one!.text)
    .join('')
}

interface Said {
  text: string
  isTotal?: boolean
  isPiece?: boolean
}

/** What one line of a client's stream says to the user. */
function readText(line: Fields): Said | null {
  for (const key of ['result', 'response']) {
    if (typeof line[key] === 'string') return { text: line[key], isTotal: true }
  }
  const item = asRecord(line['item'])
  if (item['type'] === 'agent_message') return textIn(item['text'])
  if (line['type'] === 'text') return textIn(asRecord(line['part'])['text'])
  const message = 'message' in line ? asRecord(line['message']) : line
  if (message['role'] !== 'assistant' && line['type'] !== 'assistant') return null
  const said = textIn(message['content'])
  return said === null ? null : { ...said, isPiece: line['delta'] === true }
}

/** A text, or the text blocks of a message. */
function textIn(content: unknown): Said | null {
  if (typeof content === 'string') return { text: content }
  if (!Array.isArray(content)) return null
  const blocks = content.map(asRecord).filter((block) => block['type'] === 'text')
  const texts = blocks.map((block) => block['text']).filter((text) => typeof text === 'string')
  return texts.length === 0 ? null : { text: texts.join('\n') }
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
