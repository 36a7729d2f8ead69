import { oneLineSafely } from '../../src/safety/clip-safely.js'
import { ReflectError } from '../../src/schema/error.js'
import { compactJson } from '../../src/util/loose-json.js'
import { isPlaceholder } from './told-values.js'
import { FORMS, readToldCalls } from './told-calls.js'
import type { CallObject } from './told-calls.js'
import { kindOf, readToolLines } from './read-tool-lines.js'
import type { CallTold } from './read-tool-lines.js'

/** The calls of a case, in any of its forms; throws `usage` where something is told and nothing read. */
export function readToolCalls(value: unknown, key: string): CallTold[] {
  return readToldCalls(value, key).flatMap(({ call, place }) =>
    typeof call === 'string' ? readText(call, place) : toCall(call),
  )
}

function readText(text: string, place: string): CallTold[] {
  if (isPlaceholder(text) || SAYS_NONE.test(text)) return []
  const { calls, unread } = readToolLines(text)
  const [first] = unread
  // Remarks between calls are no harm; a text of nothing else would be read as "nothing was done".
  if (calls.length > 0 || first === undefined) return calls
  throw new ReflectError('usage', `${place} names no tool call: "${oneLineSafely(first, 60)}"`, {
    remedy: FORMS,
  })
}

const SAYS_NONE = /^\s*(?:no\b|none\b|nothing\b|-+\s*$)/i

function toCall({ tool, input, output, exitCode, status }: CallObject): CallTold[] {
  const toolKind = kindOf(tool)
  if (toolKind === null) return []
  const code = exitCode ?? (status === 'failed' ? 1 : null)
  return [
    {
      tool,
      toolKind,
      command: toolKind === 'command' ? commandIn(input) : null,
      files: toolKind === 'edit' || toolKind === 'read' ? filesIn(input, toolKind) : [],
      creates: /^(?:write|create)/i.test(tool),
      exitCode: code,
      output,
      status: toolKind === 'command' && status === 'failed' ? 'completed' : (status ?? 'completed'),
      text: `${tool}: ${typeof input === 'string' ? input : compactJson(input)}`,
    },
  ]
}

function commandIn(input: CallObject['input']): string {
  if (typeof input === 'string') return input
  const told = input['command'] ?? input['cmd'] ?? input['script'] ?? input['code'] ?? ''
  return Array.isArray(told) ? told.map(String).join(' ') : String(told)
}

const PATH_KEYS = [
  'file_path',
  'filePath',
  'path',
  'file',
  'filename',
  'absolute_path',
  'notebook_path',
  'target_file',
  'files',
  'paths',
]

function filesIn(input: CallObject['input'], kind: 'edit' | 'read'): string[] {
  const told = typeof input === 'string' ? input : PATH_KEYS.map((key) => input[key]).find(Boolean)
  const files = (Array.isArray(told) ? told : [told]).filter(
    (file): file is string => typeof file === 'string' && file !== '',
  )
  // An edit is an edit, whatever it does not say of its file.
  return files.length === 0 && kind === 'edit' ? ['a file that is not named'] : files
}
