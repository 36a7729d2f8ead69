/**
 * The tool calls that a case tells of, in whatever form it tells them: a text with one call a line,
 * a list of texts, or objects with a name. Texts go out as they are, for line readers; objects go out
 * with what they say in one shape. An entry that is no call is an error that names its place.
 */
import { oneLineSafely } from '../../src/safety/clip-safely.js'
import { ReflectError } from '../../src/schema/error.js'
import type { ToolStatus } from '../../src/schema/transcript.js'
import { asInteger, asRecord, asText } from '../../src/util/loose-json.js'
import { parseJson } from '../../src/util/parse-json.js'

/** A call that was told as an object. */
export interface CallObject {
  tool: string
  /** Its arguments: by name, or one text. */
  input: Readonly<Record<string, unknown>> | string
  /** What it printed; null when the case doesn't say. */
  output: string | null
  exitCode: number | null
  /** null when nothing is said of how it ended. */
  status: ToolStatus | null
}

export interface ToldCall {
  /** `tools_used[2]`: to name it in an error. */
  place: string
  call: string | CallObject
}

export function readToldCalls(value: unknown, key: string): ToldCall[] {
  if (value === undefined || value === null) return []
  if (typeof value === 'string') return readText(value, key)
  if (Array.isArray(value)) {
    return value.flatMap((entry, index) => readEntry(entry, `${key}[${index}]`))
  }
  return readEntry(value, key)
}

/** A text may be the JSON of one of the other forms. */
function readText(text: string, key: string): ToldCall[] {
  if (/^\s*(?:\[\s*["{\]]|\{\s*")/.test(text)) {
    const value = parseJson(text)
    if (value !== undefined) return readToldCalls(value, key)
  }
  return [{ place: key, call: text }]
}

function readEntry(entry: unknown, place: string): ToldCall[] {
  if (typeof entry === 'string') return [{ place, call: entry }]
  const told = asRecord(entry)
  const calls = told['tool_calls'] ?? told['toolCalls']
  if (Array.isArray(calls)) return readToldCalls(calls, `${place}.tool_calls`)
  const tool = nameOf(told)
  if (tool !== null) return [{ place, call: toCallObject(tool, told) }]
  // A message between the calls is part of the story, and no call.
  if (typeof told['role'] === 'string') return []
  throw new ReflectError('usage', `${place} is not a tool call: ${show(entry)}`, { remedy: FORMS })
}

/** What a call may look like, for an error. */
export const FORMS =
  'Write a call as "Bash(npm test)" or {"name": "Bash", "input": {"command": "npm test"}, "output": "2 failed", "exit": 1}; several as a list, or one per line.'

const show = (entry: unknown): string => oneLineSafely(JSON.stringify(entry) ?? String(entry), 60)

const NAMES = ['name', 'tool', 'tool_name', 'toolName', 'action'] as const
const INPUTS = ['input', 'args', 'arguments', 'parameters', 'params', 'tool_input'] as const
const OUTPUTS = ['output', 'result', 'response', 'observation', 'stdout', 'tool_response'] as const
const EXITS = ['exit', 'exit_code', 'exitCode', 'returncode', 'code'] as const
const ENDS = ['status', 'state', 'error', 'is_error', 'isError', 'success', 'ok'] as const
const OTHERS = ['type', 'id', 'function', 'role', 'step', 'timestamp', 'content'] as const

function nameOf(told: Record<string, unknown>): string | null {
  const name =
    firstText(told, NAMES) ??
    asText(asRecord(told['function'])['name']) ??
    (/^(?:tool_?use|tool_?call|function)$/.test(asText(told['type']) ?? '')
      ? null
      : asText(told['type']))
  if (name !== null && name.trim() !== '') return name.trim()
  return typeof (told['command'] ?? told['cmd']) === 'string' ? 'bash' : null
}

function toCallObject(tool: string, told: Record<string, unknown>): CallObject {
  const exitCode = asExit(first(told, EXITS) ?? told['status'])
  return {
    tool,
    input: inputOf(told),
    output: outputOf(told),
    exitCode,
    status: statusOf(told, exitCode),
  }
}

const KNOWN = new Set<string>([...NAMES, ...INPUTS, ...OUTPUTS, ...EXITS, ...ENDS, ...OTHERS])

function inputOf(told: Record<string, unknown>): CallObject['input'] {
  const given = first(told, INPUTS) ?? asRecord(told['function'])['arguments']
  if (typeof given === 'string') {
    const parsed = parseJson(given)
    return typeof parsed === 'object' && parsed !== null ? asRecord(parsed) : given
  }
  if (given !== undefined && given !== null) return asRecord(given)
  return Object.fromEntries(Object.entries(told).filter(([key]) => !KNOWN.has(key)))
}

function outputOf(told: Record<string, unknown>): string | null {
  const given = first(told, OUTPUTS) ?? told['content'] ?? told['error']
  if (given === undefined || given === null || typeof given === 'boolean') return null
  if (typeof given === 'string') return given
  const { stdout, stderr, output } = asRecord(given)
  const printed = [stdout, stderr, output].filter((part) => typeof part === 'string')
  return printed.length > 0 ? printed.join('\n') : JSON.stringify(given)
}

const asExit = (value: unknown): number | null =>
  asInteger(typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value)

function statusOf(told: Record<string, unknown>, exitCode: number | null): ToolStatus | null {
  const words = (asText(told['status'] ?? told['state']) ?? '').toLowerCase()
  const named = STATUS.find(([, pattern]) => pattern.test(words))?.[0]
  if (named !== undefined) return named
  const isBad = [told['is_error'], told['isError']].includes(true) || Boolean(told['error'])
  if (isBad || [told['success'], told['ok']].includes(false)) return 'failed'
  if (exitCode !== null) return exitCode === 0 ? 'completed' : 'failed'
  return null
}

const STATUS: readonly (readonly [ToolStatus, RegExp])[] = [
  ['completed', /^(?:completed?|success\w*|succeeded|ok|done|finished|passed)$/],
  ['failed', /^(?:fail\w*|error\w*|timed?[ _-]?out|crashed)$/],
  ['denied', /^(?:denied|rejected|refused|declined)$/],
  ['interrupted', /^(?:interrupted|aborted|cancell?ed)$/],
  ['pending', /^(?:pending|running|in[ _-]?progress|executing|queued|started|waiting)$/],
]

const first = (told: Record<string, unknown>, keys: readonly string[]): unknown =>
  keys.map((key) => told[key]).find((value) => value !== undefined)

const firstText = (told: Record<string, unknown>, keys: readonly string[]): string | null =>
  keys.map((key) => asText(told[key])).find((value) => value !== null) ?? null
