import type { ToolKind, ToolStatus } from '../../src/schema/transcript.js'
import { compactJson } from '../../src/util/loose-json.js'
import { readToldCalls } from './told-calls.js'
import type { CallObject } from './told-calls.js'

/** Values of a case that only tells what happened; each may be missing or a placeholder. */
export type ToldCase = Readonly<Record<string, unknown>>

/** A told text; empty for what is missing and for placeholders such as "(none)". */
export function toldText(vars: ToldCase, name: string): string {
  const value = vars[name]
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return value.map(String).join('\n')
  if (typeof value !== 'string') return ''
  return isPlaceholder(value) ? '' : value.trim()
}

/** Nothing, or a word that stands for nothing. */
export const isPlaceholder = (text: string): boolean =>
  /^(?:\((?:none|empty|n\/a|unknown|no [^()]{0,40})\)|none|n\/a|null|unknown)?$/i.test(text.trim())

export function toldFlag(vars: ToldCase, name: string): boolean | null {
  const text = toldText(vars, name).toLowerCase()
  if (['true', 'yes', '1'].includes(text)) return true
  return ['false', 'no', '0'].includes(text) ? false : null
}

export function toldNumber(vars: ToldCase, name: string): number | null {
  const found = /^-?\d+(?:\.\d+)?/.exec(toldText(vars, name))
  return found === null ? null : Number(found[0])
}

export interface ToldTool {
  tool: string
  toolKind: ToolKind
  status: ToolStatus
  action: string
  detail: string
}

/** Tools as a case lists them, in any of its forms. */
export const toldTools = (vars: ToldCase, name: string): ToldTool[] =>
  readToldCalls(vars[name], name).flatMap(({ call }) =>
    typeof call === 'string' ? (isPlaceholder(call) ? [] : toldLines(call)) : [toldObject(call)],
  )

function toldObject({ tool, input, output, exitCode, status }: CallObject): ToldTool {
  const command = typeof input === 'string' ? input : input['command']
  const detail = typeof command === 'string' ? command : compactJson(input as ToldCase)
  return {
    tool,
    toolKind: kindOf(tool),
    status: status ?? (exitCode === null && output === null ? 'completed' : statusOf(output ?? '')),
    action: detail || tool,
    detail,
  }
}

/** One a line, or apart by commas when nothing more is said of them. */
function toldLines(text: string): ToldTool[] {
  const lines = text.includes('\n') || text.includes(':') ? text.split('\n') : text.split(',')
  return lines
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s*/, '').trim())
    .filter((line) => line !== '')
    .map(toTool)
}

function toTool(line: string): ToldTool {
  const [, name = line, rest = ''] = /^([\w.-]+)\s*(?:[:(]|\s[-–—]\s)\s*(.*)/s.exec(line) ?? []
  const tool = name.trim()
  const detail = rest.replace(/\)$/, '').trim()
  return { tool, toolKind: kindOf(tool), status: statusOf(rest), action: detail || line, detail }
}

const STATUS: readonly (readonly [ToolStatus, RegExp])[] = [
  // What it begins with beats a word in its detail: "failed - remote rejected".
  ['failed', /^(?:failed|error(?:ed)?|crashed|timed? ?out)\b/i],
  ['denied', /\b(?:denied by|rejected|refused|declined)\b|^denied\b/i],
  ['interrupted', /\b(?:interrupted|aborted|cancell?ed)\b/i],
  [
    'pending',
    new RegExp(
      [
        String.raw`^(?:still )?(?:running|pending|in[ _-]?progress|executing|queued|started|waiting|active|`,
        String.raw`retry\w*)\b|\((?:still )?(?:running|pending|in[ _-]progress)\b|\b(?:still running|`,
        String.raw`in progress|running for|running,)`,
      ].join(''),
      'i',
    ),
  ],
  [
    'failed',
    /\b(?:error(?:ed)?|failed|failure|timed? ?out|crashed|exit(?:ed)?(?: with)?(?: code| status)?:? ?[1-9]\d*)\b/i,
  ],
  ['pending', /\b(?:running|pending|executing)\b\)?$/i],
]

const statusOf = (rest: string): ToolStatus =>
  STATUS.find(([, pattern]) => pattern.test(rest))?.[0] ?? 'completed'

const KINDS: readonly (readonly [ToolKind, RegExp])[] = [
  ['todo', /^todo/i],
  ['command', /^(?:bash|shell|sh|exec\w*|run\w*|terminal|command|powershell|git|gh|npm|docker)\b/i],
  [
    'edit',
    /^(?:edit|multi_?edit|write|create|patch|apply_?patch|str_?replace|update|insert|notebook_?edit)/i,
  ],
  ['read', /^(?:read|view|cat|open|list|ls)\b/i],
  ['search', /^(?:grep|glob|search|find|rg)\b/i],
  ['web', /^(?:web|fetch|browse|http|curl)/i],
  ['subagent', /^(?:task|agent|subagent)\b/i],
  ['ask', /^(?:question|ask)/i],
]

const kindOf = (tool: string): ToolKind =>
  KINDS.find(([, pattern]) => pattern.test(tool))?.[0] ?? 'other'
