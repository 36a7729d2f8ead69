import type { ToolKind } from '../../../schema/transcript.js'

/** One tool call as a line of a case tells it. */
export interface ToldCall {
  tool: string
  toolKind: ToolKind
  command: string | null
  files: string[]
  creates: boolean
  /** Said of this very call: an exit code, or that it failed. */
  exitCode: number | null
  /** The whole line. */
  text: string
}

const LINE =
  /^\s*(?:[-*•]\s*|\d+[.):]\s*)?(?:\[([A-Za-z][\w -]*)\]\s*:?\s*(.*)|([A-Za-z][\w.-]*)\s*(?::\s*|\s*\((?=.*\)\s*)|\s*\{)(.*)|([A-Za-z][\w-]*)\s*$)/s

/** The calls in order, one a line; lines of prose are no calls. */
export function readToolLines(text: string): ToldCall[] {
  return joinLines(text).flatMap((line) => {
    const match = LINE.exec(line)
    if (match === null) return []
    const tool = (match[1] ?? match[3] ?? match[5])!.trim()
    const toolKind = kindOf(tool)
    if (toolKind === null) return []
    return [toCall(tool, toolKind, (match[2] ?? match[4] ?? '').trim(), line)]
  })
}

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
    /^(?:edit|multi_?edit|write|write_?file|create|create_?file|patch|apply_?patch|str_?replace\w*|update|update_?file|replace|insert|notebook_?edit|delete|delete_?file|rename|move)$/i,
  ],
  ['read', /^(?:read|read_?file|view|cat|open|list|ls|list_?dir)$/i],
  ['search', /^(?:grep|glob|search|find|code_?search|codebase_?search|rg)$/i],
  ['web', /^(?:web_?fetch|web_?search|fetch|browse\w*|http|curl|web)$/i],
  ['subagent', /^(?:task|agent|subagent|delegate)$/i],
  ['ask', /^(?:question|ask\w*)$/i],
  ['plan', /^(?:plan|exit_?plan_?mode)$/i],
]

/** null for words that are no tool: a report's own lines. */
function kindOf(tool: string): ToolKind | null {
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

function toCall(tool: string, toolKind: ToolKind, rest: string, text: string): ToldCall {
  const exit = /\bexit(?:ed)?(?:\s+(?:with|code|status))*\s*[:=]?\s*(\d+)/i.exec(rest)?.[1]
  return {
    tool,
    toolKind,
    command: toolKind === 'command' ? readCommand(rest) : null,
    files: toolKind === 'edit' || toolKind === 'read' ? readFiles(rest, toolKind) : [],
    creates: /^(?:write|create)/i.test(tool),
    exitCode: exit === undefined ? null : Number(exit),
    text,
  }
}

function readCommand(rest: string): string {
  const quoted = /\b(?:command|cmd|script|args?)["']?\s*:\s*(["'`])((?:\\.|(?!\1)[\s\S])*)\1/.exec(
    rest,
  )?.[2]
  if (quoted !== undefined) return quoted.replaceAll(/\\(["'`])/g, '$1')
  const told =
    /^(?:ran|run|running|executed?|called)\s+`?([^`]+?)`?(?:\s+(?:-|–|—|→|=>|and|which|to|with exit|\(|:).*)?$/is.exec(
      rest,
    )?.[1]
  const plain =
    told ?? rest.replace(/^[{("'`]+|[})"'`]+$/g, '').replace(/\s*(?:->|=>|→|—|–).*$/s, '')
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
