/**
 * Tool calls and their results in a transcript, whatever the client calls them. What a client wrote and
 * its table come in; entries go out, bounded. A tool that is not in the table is `other`; what a call
 * lacks is null. How a client wraps a call is said in its own folder.
 */
import { clipSafely, headSafely } from '../safety/clip-safely.js'
import type { EntryPlace, TranscriptSink } from '../agent.js'
import type { Todo, ToolKind, ToolStatus } from '../schema/transcript.js'
import { asList, asRecord, asText, compactJson, compactText } from '../util/loose-json.js'
import { own } from '../util/own.js'
import { changesCommentsOnly, patchesCommentsOnly } from '../util/comments-only.js'
import { piecesOf, sizeOfPieces, sizesOfPatch } from './edit-size.js'
import type { EditPiece, EditSize } from './edit-size.js'
import { addedBy, filesIn, isPatch } from './patch.js'

/** How one client names its tools, in lower case, and their arguments, of which the first counts. */
export interface ToolTable {
  /** What a tool does, by its name. */
  kinds: Readonly<Record<string, ToolKind>>
  /** @default ['command'] */
  command?: readonly string[]
  file: readonly string[]
  /** What an edit puts in, or the list of its pieces; the first that is there counts. */
  written: readonly string[]
  /** What it takes out. @default not told */
  replaced?: readonly string[]
  /** Arguments that may hold a patch, which names its files itself. @default none */
  patch?: readonly string[]
  /** Tools that make a file. */
  creates: readonly string[]
  /** The tool that keeps the agent's plan, its list, and where an item has its text. @default none */
  todos?: { tool: string; list: string; text: readonly string[] }
  /** How the client writes a command's exit code into its output. @default not at all */
  exit?: { at: 'head' | 'tail'; pattern: RegExp }
  /** What the client says of a call that did not run to its end. */
  endings: readonly (readonly [says: RegExp, status: ToolStatus])[]
}

/** Names of tools, in words, by what they do. */
export const toolKinds = (names: Readonly<Partial<Record<ToolKind, string>>>): ToolTable['kinds'] =>
  Object.fromEntries(
    Object.entries(names).flatMap(([kind, words]) =>
      words.split(' ').map((name) => [name, kind as ToolKind]),
    ),
  )

export interface ToolCall {
  callId: string
  tool: string
  input: Readonly<Record<string, unknown>>
}

export interface ToolResult {
  callId: string
  /** null where the client doesn't say. */
  isFailed: boolean | null
  /** How it ended, where the client says so. @default told by what follows */
  status?: ToolStatus
  /** The client's words on how it ended. @default the output */
  says?: string
  /** Absent where only the output may tell. */
  exitCode?: number | undefined | null
  output: string
  /** Files that it edited, where the client tells them. */
  edited?: { file: string; commentsOnly: boolean }[]
}

const MAX_WRITTEN = 4_000
export const MAX_OUTPUT = 8_000
const MAX_NAME = 400
/** What Gemini and Qwen write before the first line that a command printed. */
const LABEL = /^(?<tag><untrusted_context>\n)?Output: /
/** Exit codes stand within so many characters of the output's start or end. */
const EXIT_CHARS = 600

export function addToolCall(
  { callId, tool, input }: ToolCall,
  table: ToolTable,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const command = commandIn(firstOf(input, table.command ?? ['command']))
  const patch = patchIn(input, table, command)
  const name = tool.toLowerCase()
  const toolKind = patch === null ? kindOf(tool, table) : 'edit'
  const isCommand = toolKind === 'command' && command !== null
  const { todos } = table
  if (todos?.tool === name && Array.isArray(input[todos.list]) && !place.sidechain) {
    sink.entry({ kind: 'todos', ...place, todos: todosIn(asList(input[todos.list]), todos.text) })
  }
  const pieces = toolKind === 'edit' && patch === null ? piecesOf(input, table) : []
  const files = patch === null ? fileIn(input, table) : filesIn(patch)
  const isComment =
    patch === null
      ? pieces.every(({ before, after }) => changesCommentsOnly(files[0], before, after))
      : patchesCommentsOnly(files, patch.split('\n'))
  sink.entry({
    kind: 'tool-call',
    at: place.at,
    sidechain: place.sidechain,
    callId,
    tool,
    toolKind,
    input: isCommand ? compactText(command, 400) : compactJson(input),
    command: isCommand ? clipSafely(command, MAX_WRITTEN) : null,
    files,
    written: toolKind === 'edit' ? writtenBy(input, patch, pieces, table) : null,
    creates:
      patch === null
        ? // An edit with nothing to replace writes a file that was not there, or was empty.
          table.creates.includes(name) || pieces[0]?.before === ''
        : patch.includes('*** Add File: '),
    ...(toolKind === 'edit' && isComment ? { commentsOnly: true } : {}),
    ...(toolKind === 'edit' ? { sizes: sizesOf(patch, pieces) } : {}),
  })
}

function sizesOf(patch: string | null, pieces: readonly EditPiece[]): EditSize[] {
  if (patch !== null) return sizesOfPatch(patch)
  const size = sizeOfPieces(pieces)
  return size === null ? [] : [size]
}

export const kindOf = (tool: string, { kinds }: ToolTable): ToolKind =>
  own(kinds, tool.toLowerCase()) ?? 'other'

function firstOf(input: ToolCall['input'], names: readonly string[]): unknown {
  for (const name of names) if (input[name] != null) return input[name]
  return undefined
}

/** A line, or a program's words, of which `bash -lc "…"` ran the line. */
function commandIn(command: unknown): string | null {
  if (typeof command === 'string') return command
  const words = asList(command).filter((word) => typeof word === 'string')
  if (words.length === 0) return null
  return words.length === 3 && /^-\w*c$/.test(words[1]!) ? words[2]! : words.join(' ')
}

function patchIn(
  input: ToolCall['input'],
  { patch }: ToolTable,
  command: string | null,
): string | null {
  if (patch === undefined) return null
  const text = asText(firstOf(input, patch)) ?? command
  return text !== null && isPatch(text) ? text : null
}

function fileIn(input: ToolCall['input'], { file }: ToolTable): string[] {
  const name = asText(firstOf(input, file))
  return name === null ? [] : [name.slice(0, MAX_NAME)]
}

function writtenBy(
  input: ToolCall['input'],
  patch: string | null,
  pieces: readonly EditPiece[],
  { patch: patchNames = [] }: ToolTable,
): string | null {
  if (patch !== null) return clipSafely(addedBy(patch), MAX_WRITTEN)
  const texts = pieces.map(({ after }) => after).filter((text) => text !== null)
  if (texts.length > 0) return clipSafely(texts.join('\n'), MAX_WRITTEN)
  // A patch in a form that we can't take apart is still what was written.
  const raw = asText(firstOf(input, patchNames))
  return raw === null ? null : clipSafely(raw, MAX_WRITTEN)
}

const STATES: ReadonlySet<unknown> = new Set(['in_progress', 'completed', 'cancelled'])

export const isTodoState = (state: unknown): state is Todo['state'] => STATES.has(state)

const todosIn = (items: readonly unknown[], names: readonly string[]): Todo[] =>
  items.map(asRecord).map((item) => ({
    text: headSafely(asText(firstOf(item, names)) ?? '', 300),
    state: isTodoState(item['status']) ? item['status'] : 'pending',
  }))

export function addToolResult(
  result: ToolResult,
  table: ToolTable,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const { exitCode = exitCodeIn(result.output, table) } = result
  sink.entry({
    kind: 'tool-result',
    ...place,
    callId: result.callId,
    status: statusOf(result, exitCode, table),
    exitCode,
    output: clipSafely(result.output.replace(LABEL, '$<tag>'), MAX_OUTPUT),
    ...(result.edited === undefined ? {} : { edited: result.edited }),
  })
}

export function exitCodeIn(output: string, { exit }: ToolTable): number | null {
  if (exit === undefined) return null
  const part = exit.at === 'head' ? output.slice(0, EXIT_CHARS) : output.slice(-EXIT_CHARS)
  const [, code] = exit.pattern.exec(part) ?? []
  return code === undefined ? null : Number(code)
}

function statusOf(
  { isFailed, status, says, output }: ToolResult,
  exitCode: number | null,
  { endings }: ToolTable,
): ToolStatus {
  if (status !== undefined) return status
  const ending =
    isFailed === false ? undefined : endings.find(([pattern]) => pattern.test(says ?? output))
  if (ending !== undefined) return ending[1]
  return isFailed === true || (exitCode !== null && exitCode !== 0) ? 'failed' : 'completed'
}
