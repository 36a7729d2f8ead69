/**
 * OpenCode's sessions: an export (`{info, messages}`), the messages as its server lists them, or
 * its storage folder come in, one `{info, parts}` at a time; normalised entries go out. Its messages
 * are rewritten in place, so a session is always read whole.
 */
import path from 'node:path'
import type { FileAccess, ReaderState } from '../../agent.js'
import type { TokenUsage } from '../../schema/token-usage.js'
import { asInstant, asInteger, asList, asRecord, asText } from '../../util/loose-json.js'
import type { EntryWriter } from '../entry-writer.js'
import { lineReader } from '../line-reader.js'
import type { Line } from '../line-reader.js'
import { opens } from '../opening-lines.js'
import { asTokens, readUsage } from '../read-usage.js'
import { opencodeTools } from './tools.js'

interface OpencodeState extends ReaderState {
  sidechain: boolean
}

export const transcriptReader = lineReader<OpencodeState>({
  tools: opencodeTools,
  // As deep as `[{info: {sessionID}}]`.
  recognises: opens(3, /"(sessionID|projectID)"\s*:/),
  begin: () => ({ sidechain: false }),
  place({ info }, { sidechain }) {
    const { completed, created } = asRecord(asRecord(info)['time'])
    return { at: asInstant(completed ?? created), sidechain }
  },
  read({ session, info, parts }, out, state) {
    const { role } = asRecord(info)
    if (session !== undefined) {
      const { id, directory, parentID } = asRecord(session)
      if (typeof parentID === 'string') state.sidechain = true
      out.facts({ sessionId: id, cwd: directory })
    } else if (role === 'user') readUser(asRecord(info), asList(parts).map(asRecord), out)
    else if (role === 'assistant') readAssistant(asRecord(info), asList(parts).map(asRecord), out)
    else out.sink.skip('messages without a role')
  },
  values(document) {
    if (Array.isArray(document)) return document
    const { info, messages } = asRecord(document)
    return [{ session: info }, ...asList(messages)]
  },
  gather,
})

const readCompaction = ({ auto }: Line, out: EntryWriter): void =>
  out.compaction(auto === true ? 'auto' : 'manual')

function readUser(info: Line, parts: readonly Line[], out: EntryWriter): void {
  const typed: string[] = []
  for (const part of parts) {
    const text = asText(part['text']) ?? ''
    if (part['type'] === 'compaction') readCompaction(part, out)
    else if (part['type'] !== 'text') continue
    else if (asRecord(part['metadata'])['reflection'] !== undefined) out.synthetic(text, 'ours')
    else if (part['synthetic'] === true) out.synthetic(text)
    else typed.push(text)
  }
  // Old sessions have a message's text in its summary only.
  if (parts.length === 0) typed.push(asText(asRecord(info['summary'])['body']) ?? '')
  const text = typed.join('\n').trim()
  if (text !== '') out.human(text)
}

function readAssistant(info: Line, parts: readonly Line[], out: EntryWriter): void {
  const { id, tokens, finish, time, summary, mode } = info
  const model = asText(info['modelID']) ?? asRecord(info['model'])['modelID']
  out.facts({ model })
  out.usage(usedBy(asRecord(tokens)), { id, model })
  const error = asText(asRecord(info['error'])['name'])
  const { created, completed } = asRecord(time)
  // The client says when it was begun, and not yet when it ended.
  const isBeingWritten = created !== undefined && completed === undefined
  const message = {
    messageId: id,
    completed: error === null && finish !== 'length' && !isBeingWritten,
    outputTokens: asRecord(tokens)['output'],
  }
  const isSummary = summary === true || mode === 'compaction'
  const edited = editedByCommands(parts)
  for (const part of parts) {
    if (part['type'] === 'tool') readToolPart(part, out, edited)
    else if (part['type'] === 'compaction') readCompaction(part, out)
    else if (part['type'] === 'text' && !isSummary && part['synthetic'] !== true) {
      out.agent(asText(part['text']) ?? '', message)
    }
  }
  if (error === 'MessageAbortedError') out.interrupt()
  else if (error !== null) out.error(error)
}

/** What was read from the cache or put there stands beside the input. */
function usedBy(tokens: Line): TokenUsage | null {
  const { read, write } = asRecord(tokens['cache'])
  const used = readUsage({ ...tokens, read, write }, USED)
  return used && { ...used, output: used.output + asTokens(tokens['reasoning']) }
}

const USED = { input: 'input', cacheRead: 'read', cacheWrite: 'write', output: 'output' }

/** The files that each command of a step edited. */
type StepEdits = Map<Line, string[]>

/**
 * What the commands of a step edited, by the snapshots that the client takes around it; null where it
 * took none. Of several commands those that name a file stand for it, and the last where none does.
 */
function editedByCommands(parts: readonly Line[]): StepEdits | null {
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

const lineOf = ({ state }: Line): string =>
  asText(asRecord(asRecord(state)['input'])['command']) ?? ''

/** A tool's part has the call and, once there is one, its result. */
function readToolPart(part: Line, out: EntryWriter, edits: StepEdits | null): void {
  const { status, input, error, output, metadata } = asRecord(part['state'])
  const { tool, callID, id } = part
  const callId = asText(callID) ?? id
  out.call(callId, tool, input)
  const isFailed = status === 'error'
  if (typeof callId !== 'string' || (!isFailed && status !== 'completed' && status !== 'success'))
    return
  out.result(callId, {
    isFailed,
    says: asText(error) ?? '',
    exitCode: asInteger(asRecord(metadata)['exit']),
    output: asText(output ?? error) ?? '',
    ...(edits === null || tool !== 'bash' ? {} : { edited: edits.get(part)?.map(toEdited) ?? [] }),
  })
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
