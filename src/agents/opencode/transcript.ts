/**
 * OpenCode's sessions: an export (`{info, messages}`), the messages as its server lists them, or
 * its storage folder come in, one `{info, parts}` at a time; normalised entries go out. Its messages
 * are rewritten in place, so a session is always read whole.
 */
import { clipSafely } from '../../safety/clip-safely.js'
import path from 'node:path'
import type { TokenUsage } from '../../schema/token-usage.js'
import type {
  EntryPlace,
  FileAccess,
  ReaderState,
  TranscriptReader,
  TranscriptSink,
} from '../../agent.js'
import { asInstant, asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import { openingLines } from '../opening-lines.js'
import { asTokens, readUsage } from '../read-usage.js'
import { addToolCall, addToolResult } from '../tool-reader.js'
import { opencodeTools } from './tools.js'

interface OpencodeState extends ReaderState {
  sidechain: boolean
}

export const transcriptReader: TranscriptReader = {
  // As deep as `[{info: {sessionID}}]`.
  recognises: (opening) =>
    openingLines(opening, 3).some((line) => /"(sessionID|projectID)"\s*:/.test(line)),
  begin: (): OpencodeState => ({ sidechain: false }),
  read: (value, state, sink) => readValue(asRecord(value), state as OpencodeState, sink),
  values: (document) => {
    if (Array.isArray(document)) return document
    const { info, messages } = asRecord(document)
    return [{ session: info }, ...asList(messages)]
  },
  gather,
}

function readValue(
  value: Record<string, unknown>,
  state: OpencodeState,
  sink: TranscriptSink,
): void {
  if (value['session'] !== undefined) return readSession(asRecord(value['session']), state, sink)
  const info = asRecord(value['info'])
  const parts = asList(value['parts']).map(asRecord)
  const time = asRecord(info['time'])
  const place = { at: asInstant(time['completed'] ?? time['created']), sidechain: state.sidechain }
  if (info['role'] === 'user') return readUser(info, parts, place, sink)
  if (info['role'] === 'assistant') return readAssistant(info, parts, place, sink)
  sink.skip('messages without a role')
}

function readSession(
  session: Record<string, unknown>,
  state: OpencodeState,
  sink: TranscriptSink,
): void {
  if (typeof session['parentID'] === 'string') state.sidechain = true
  if (typeof session['id'] === 'string') sink.facts({ sessionId: session['id'] })
  if (typeof session['directory'] === 'string') sink.facts({ cwd: session['directory'] })
}

function readUser(
  info: Record<string, unknown>,
  parts: Record<string, unknown>[],
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const own: string[] = []
  for (const part of parts) {
    if (part['type'] === 'compaction') {
      sink.entry({
        kind: 'compaction',
        ...place,
        trigger: part['auto'] === true ? 'auto' : 'manual',
      })
    } else if (part['type'] === 'text') {
      const text = asText(part['text']) ?? ''
      const metadata = asRecord(part['metadata'])
      const source =
        metadata['reflection'] === undefined ? (part['synthetic'] === true ? 'meta' : null) : 'ours'
      if (source === null) own.push(text)
      else sink.entry({ kind: 'synthetic', ...place, source, text: clipSafely(text, 1_000) })
    }
  }
  // Old sessions have a message's text in its summary only.
  if (parts.length === 0) own.push(asText(asRecord(info['summary'])['body']) ?? '')
  const text = clipSafely(own.join('\n').trim(), 8_000)
  if (text === '') return
  if (place.sidechain) sink.entry({ kind: 'synthetic', ...place, source: 'meta', text })
  else sink.entry({ kind: 'human', ...place, text })
}

function readAssistant(
  info: Record<string, unknown>,
  parts: Record<string, unknown>[],
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  const model = asText(info['modelID']) ?? asText(asRecord(info['model'])['modelID'])
  if (model !== null) sink.facts({ model })
  const source = { id: asText(info['id']), at: place.at, model }
  sink.usage(usedBy(asRecord(info['tokens'])), source)
  const error = asText(asRecord(info['error'])['name'])
  const isSummary = info['summary'] === true || info['mode'] === 'compaction'
  const edited = editedByCommands(parts)
  for (const part of parts) {
    if (part['type'] === 'tool') readToolPart(part, place, sink, edited)
    else if (part['type'] === 'compaction') {
      sink.entry({
        kind: 'compaction',
        ...place,
        trigger: part['auto'] === true ? 'auto' : 'manual',
      })
    } else if (part['type'] === 'text' && !isSummary && part['synthetic'] !== true) {
      readText(asText(part['text']) ?? '', info, error === null, place, sink)
    }
  }
  if (error === 'MessageAbortedError') sink.entry({ kind: 'interrupt', ...place })
  else if (error !== null) sink.entry({ kind: 'error', ...place, text: error })
}

/** What was read from the cache or put there stands beside the input. */
function usedBy(tokens: Record<string, unknown>): TokenUsage | null {
  const { read, write } = asRecord(tokens['cache'])
  const used = readUsage({ ...tokens, read, write }, USED)
  return used && { ...used, output: used.output + asTokens(tokens['reasoning']) }
}

const USED = { input: 'input', cacheRead: 'read', cacheWrite: 'write', output: 'output' }

function readText(
  text: string,
  info: Record<string, unknown>,
  whole: boolean,
  place: EntryPlace,
  sink: TranscriptSink,
): void {
  if (text.trim() === '') return
  sink.entry({
    kind: 'agent',
    ...place,
    text: clipSafely(text, 16_000),
    messageId: asText(info['id']),
    completed: whole && info['finish'] !== 'length' && !isBeingWritten(info),
    outputTokens: asInteger(asRecord(info['tokens'])['output']),
  })
}

/** The client says when it was begun, and not yet when it ended. */
const isBeingWritten = ({ time }: Record<string, unknown>): boolean => {
  const { created, completed } = asRecord(time)
  return created !== undefined && completed === undefined
}

/** The files that each command of a step edited. */
type StepEdits = Map<Record<string, unknown>, string[]>

/**
 * What the commands of a step edited, by the snapshots that the client takes around it; null where it
 * took none. Of several commands those that name a file stand for it, and the last where none does.
 */
function editedByCommands(parts: readonly Record<string, unknown>[]): StepEdits | null {
  const isTaken = parts.some(
    ({ type, snapshot }) => type === 'step-finish' && typeof snapshot === 'string',
  )
  if (!isTaken) return null
  const byTools = new Set(
    parts.flatMap((part) => asText(asRecord(asRecord(part['state'])['input'])['filePath']) ?? []),
  )
  const files = parts
    .filter(({ type }) => type === 'patch')
    .flatMap(({ files }) => asList(files).filter((file) => typeof file === 'string'))
  const commands = parts.filter(({ type, tool }) => type === 'tool' && tool === 'bash')
  const edited: StepEdits = new Map(commands.map((part) => [part, []]))
  for (const file of files.filter((file) => !byTools.has(file)).slice(0, MAX_EDITED)) {
    const naming = commands.filter((part) => lineOf(part).includes(path.basename(file)))
    for (const part of naming.length > 0 ? naming : commands.slice(-1)) edited.get(part)!.push(file)
  }
  return edited
}

const MAX_EDITED = 40

const lineOf = ({ state }: Record<string, unknown>): string =>
  asText(asRecord(asRecord(state)['input'])['command']) ?? ''

/** A tool's part has the call and, once there is one, its result. */
function readToolPart(
  part: Record<string, unknown>,
  place: EntryPlace,
  sink: TranscriptSink,
  edits: StepEdits | null,
): void {
  const callId = asText(part['callID']) ?? asText(part['id'])
  if (callId === null) return sink.skip('calls without an id')
  const { status, input, error, output, metadata } = asRecord(part['state'])
  const tool = asText(part['tool']) ?? 'unknown'
  addToolCall({ callId, tool, input: asRecord(input) }, opencodeTools, place, sink)
  const isFailed = status === 'error'
  if (!isFailed && status !== 'completed' && status !== 'success') return
  const result = {
    callId,
    isFailed,
    says: asText(error) ?? '',
    exitCode: asInteger(asRecord(metadata)['exit']),
    output: asText(output ?? error) ?? '',
    ...(edits === null || tool !== 'bash' ? {} : { edited: edits.get(part)?.map(toEdited) ?? [] }),
  }
  addToolResult(result, opencodeTools, place, sink)
}

/** The client tells which files, not which lines. */
const toEdited = (file: string) => ({ file: file.slice(0, 400), commentsOnly: false })

/** The storage folder: `session/<project>/<file>`, `message/<session>/`, `part/<message>/`. */
async function gather(file: string, files: FileAccess): Promise<unknown[]> {
  const root = storageRoot(file)
  if (root === null) return []
  const named = asRecord(await files.readJson(file))
  const sessionId = asText(named['sessionID'] ?? named['id']) ?? path.basename(file)
  const session = named['projectID'] === undefined ? { id: sessionId } : named
  const folder = path.join(root, 'message', sessionId)
  const messages = await readAll(folder, files)
  const loose = await readAll(path.join(root, 'part'), files)
  const values = messages.map(async (info) => {
    const id = asText(info['id']) ?? ''
    const parts = await readAll(path.join(root, 'part', path.basename(id) || '-'), files)
    return { info, parts: [...parts, ...loose.filter((part) => part['messageID'] === id)] }
  })
  return [{ session }, ...(await Promise.all(values))]
}

function storageRoot(file: string): string | null {
  const parts = path.resolve(file).split(path.sep)
  const index = parts.findLastIndex((part) => part === 'session' || part === 'message')
  return index < 1 ? null : parts.slice(0, index).join(path.sep)
}

async function readAll(folder: string, files: FileAccess): Promise<Record<string, unknown>[]> {
  const names = (await files.list(folder)).filter((name) => name.endsWith('.json'))
  const read = await Promise.all(names.map((name) => files.readJson(path.join(folder, name))))
  return read.map(asRecord)
}
