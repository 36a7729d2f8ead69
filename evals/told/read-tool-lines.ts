import { bareCommand } from '../../src/read/shell/bare-command.js'
import { commandKind } from '../../src/read/shell/command-kind.js'
import { parseLine } from '../../src/read/shell/parse-line.js'
import { evenText } from '../../src/safety/even-text.js'
import type { ToolKind, ToolStatus } from '../../src/schema/transcript.js'

/** One tool call as a case tells it. */
export interface CallTold {
  tool: string
  toolKind: ToolKind
  command: string | null
  files: string[]
  creates: boolean
  /** Said of this very call: an exit code, or that it failed. */
  exitCode: number | null
  /** What it printed; null when that is not told. */
  output: string | null
  status: ToolStatus
  /** The whole line. */
  text: string
}

const LINE =
  /^\s*(?:[-*•]\s*|\d+[.):]\s*)?(?:\[([A-Za-z][\w -]*)\]\s*:?\s*(.*)|([A-Za-z][\w.-]*)\s*(?::\s*|\((?=.*\)\s*)|\{)(.*)|([A-Za-z][\w-]*)\s*$)/s

export interface ToolLines {
  /** The calls in order. */
  calls: CallTold[]
  /** Lines of which nothing can be made; a report's own lines (`[Response] …`) are not among them. */
  unread: string[]
}

/** One call a line; names alone may stand side by side, apart by commas. */
export function readToolLines(told: string): ToolLines {
  const text = evenText(told)
  const found: ToolLines = { calls: [], unread: [] }
  for (const line of isListOfNames(text) ? text.split(',') : joinLines(text)) {
    const call = readLine(line.trim())
    if (call === undefined) found.unread.push(line.trim())
    else if (call !== null) found.calls.push(call)
  }
  return found
}

/** Names of one to three words (`gh pr create`): a sentence has longer parts. */
const isListOfNames = (text: string): boolean =>
  text.includes(',') &&
  text.split(',').every((name) => /^\s*[\w./-]+(?: [\w./-]+){0,2}\s*$/.test(name))

/** null for a line that is no call by itself, undefined for one that says nothing to us. */
function readLine(line: string): CallTold | null | undefined {
  const match = LINE.exec(line)
  if (match === null) {
    return isBareCommand(line) ? toCall('bash', 'command', line, line) : undefined
  }
  const tool = (match[1] ?? match[3] ?? match[5])!.trim()
  const toolKind = kindOf(tool)
  return toolKind === null
    ? null
    : toCall(tool, toolKind, (match[2] ?? match[4] ?? '').trim(), line)
}

/** `npm test`, `git push origin main`: a program that we know, and no sentence. */
function isBareCommand(line: string): boolean {
  if (/[.!?]$|,\s/.test(line) || SENTENCE.test(line)) return false
  return parseLine(line).parts.some(({ words }) => {
    const { kind, known } = commandKind(bareCommand(words))
    return known && kind !== 'other'
  })
}

// Programs whose names begin sentences too.
const SENTENCE =
  /^(?:make|just|task|go|now|render|flow|standard|trial|invoke|mix|stack|find|open)\s+(?!(?:test|build|run|vet|check|lint|install|all)\b)/i

/** A call may run over several lines: until its braces close. */
function joinLines(text: string): string[] {
  const lines: string[] = []
  let open = 0
  for (const line of text.split('\n')) {
    if (line.trim() === '' && open <= 0) continue
    if (open > 0) lines.push(`${lines.pop() ?? ''}\n${line}`)
    else lines.push(line)
    const told = lines.at(-1)!
    open = told.length > 4000 ? 0 : count(told, '{') - count(told, '}')
  }
  return lines
}

const count = (text: string, mark: string): number => text.split(mark).length - 1

const KINDS: readonly (readonly [ToolKind, RegExp])[] = [
  ['todo', /^todo/i],
  [
    'command',
    /^(?:bash|shell|sh|zsh|exec\w*|run|run_?command|terminal|command|powershell|cmd)$|(?:^|_)(?:shell|bash|exec)(?:_|$)/i,
  ],
  [
    'edit',
    new RegExp(
      [
        String.raw`^(?:edit|multi_?edit|write|write_?file|create|create_?file|patch|apply_?patch|`,
        String.raw`str_?replace\w*|update|update_?file|replace|insert|notebook_?edit|delete|delete_?file|`,
        String.raw`rename|move)$`,
      ].join(''),
      'i',
    ),
  ],
  ['read', /^(?:read|read_?file|view|cat|open|list|ls|list_?dir)$/i],
  ['search', /^(?:grep|glob|search|find|code_?search|codebase_?search|rg)$/i],
  ['web', /^(?:web_?fetch|web_?search|fetch|browse\w*|http|curl|web)$/i],
  ['subagent', /^(?:task|agent|subagent|delegate)$/i],
  ['ask', /^(?:question|ask\w*)$/i],
  ['plan', /^(?:plan|exit_?plan_?mode)$/i],
]

/** null for words that are no tool: a report's own lines. */
export function kindOf(tool: string): ToolKind | null {
  const name = tool.replace(/\s+/g, '_')
  const known = KINDS.find(([, pattern]) => pattern.test(name))?.[0]
  if (known !== undefined) return known
  if (
    /^(?:response|output|result|answer|message|note|thought|thinking|final|summary|error|none|nothing|n_a|no)$/i.test(
      name,
    )
  )
    return null
  return 'other'
}

function toCall(tool: string, toolKind: ToolKind, rest: string, text: string): CallTold {
  const exit = /\bexit(?:ed)?(?:\s+(?:with|code|status))*\s*[:=]?\s*(\d+)/i.exec(rest)?.[1]
  return {
    tool,
    toolKind,
    command: toolKind === 'command' ? readCommand(rest) : null,
    files: toolKind === 'edit' || toolKind === 'read' ? readFiles(rest, toolKind) : [],
    creates: /^(?:write|create)/i.test(tool),
    exitCode: exit === undefined ? null : Number(exit),
    output: null,
    status: 'completed',
    text,
  }
}

/** `npm test) exit code 1`: what stands behind the call's own bracket is no part of its command. */
function insideBracket(rest: string): string {
  let depth = 0
  for (let index = 0; index < rest.length; index += 1) {
    if (rest[index] === '(') depth += 1
    else if (rest[index] === ')') depth -= 1
    if (depth < 0) return rest.slice(0, index)
  }
  return rest
}

/** `npm test (exit code 1)`: how it ended, behind the command. */
const TOLD_EXIT =
  /(?<=\S)\s*[-–—(,;:]*\s*\bexit(?:ed)?\s+(?:(?:with|code|status)\s*)+[:=]?\s*\d+\)?\s*$/i

function readCommand(line: string): string {
  const rest = insideBracket(line).replace(TOLD_EXIT, '')
  const quoted = /\b(?:command|cmd|script|args?)["']?\s*:\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(
    rest,
  )?.[2]
  if (quoted !== undefined) return quoted.replaceAll(/\\(["'`])/g, '$1')
  const told =
    /^(?:ran|run|running|executed?|called)\s+`?([^`]+?)`?(?:\s+(?:-|–|—|→|=>|and|which|to|with exit|\(|:).*)?$/is.exec(
      rest,
    )?.[1]
  const plain = told ?? unwrapped(rest).replace(/\s*(?:->|=>|→|—|–).*$/s, '')
  return plain.trim()
}

const PATH =
  /(?:[\w@.~-]+\/)*[\w@-][\w@.-]*\.[A-Za-z]\w{0,5}\b|(?:[\w@.~-]+\/)+[\w@.-]+|\bDockerfile\b|\bMakefile\b|(?<![\w.])\.env\b(?:\.\w+)?/g

function readFiles(rest: string, kind: ToolKind): string[] {
  const named = /\b(?:file_?path|path|file|filename|target)["']?\s*:\s*["'`]?([^"'`,}\s]+)/i.exec(
    rest,
  )?.[1]
  if (named !== undefined) return [named]
  const paths = rest.replaceAll(/["'`](?=[^"'`]*\s)[^"'`]*["'`]/g, ' ').match(PATH) ?? []
  if (paths.length > 0) return [...new Set(paths)]
  // An edit is an edit, whatever it does not say of its file.
  return kind === 'edit' ? ['a file that is not named'] : []
}

/** Without the marks around it; a quote at the end alone is the command's own. */
const unwrapped = (rest: string): string =>
  /^[{("'`]/.test(rest) ? rest.replace(/^[{("'`]+|[})"'`]+$/g, '') : rest.replace(/[})]+$/, '')
