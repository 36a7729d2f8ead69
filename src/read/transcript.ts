/**
 * A client's transcript on disk becomes a ledger. A path, a reader and the mark of the last reading
 * come in; the ledger and a new mark go out, and only bytes behind the mark are read. Memory stays
 * flat, whatever the length. Nothing in a transcript makes it throw: what is torn, unknown or too
 * long is counted. A file that can't be opened is the caller's to report.
 */
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import type { Stats } from 'node:fs'
import { clipSafely } from '../safety/clip-safely.js'
import type { EntryDraft, ReaderState, TranscriptReader, TranscriptSink } from '../agent.js'
import type { Ledger } from '../schema/evidence.js'
import type { TranscriptEntry } from '../schema/transcript.js'
import { decodeText } from '../util/decode-text.js'
import { asRecord, shortHash } from '../util/loose-json.js'
import { textKey } from '../util/text-key.js'
import { applyEntry, applyFacts, beginLedger, toLedger } from './ledger.js'
import { applyUsage } from './ledger/apply-usage.js'
import { countSkipped } from './ledger/ledger-state.js'
import type { LedgerState } from './ledger/ledger-state.js'
import { fileAccess, readDocument } from './transcript/file-access.js'
import { readLines } from './transcript/read-lines.js'

/** Where the last reading ended and what it knew: plain JSON, some ten kilobytes. */
export interface TranscriptMark {
  version: 4
  /** The file that was read: its inode and a hash of its opening bytes. */
  inode: number
  openingBytes: number
  opening: string
  offset: number
  reader: ReaderState
  ledger: LedgerState
}

export interface TranscriptInput {
  path: string
  reader: TranscriptReader
  /** null for a first reading. */
  mark: TranscriptMark | null
  /** Keys of texts that the agent was told by us, which some clients keep as a person's. */
  told?: readonly string[] | undefined
  /** Takes what is read, in the place of the ledger, which then stays empty. */
  sink?: TranscriptSink | undefined
  signal?: AbortSignal | undefined
}

export interface TranscriptReading {
  ledger: Ledger
  mark: TranscriptMark
  /** Why the ledger is less than the transcript. */
  degraded: string[]
}

const OPENING_BYTES = 1_024
const PEEK_BYTES = 64 * 1_024

export async function readTranscript(input: TranscriptInput): Promise<TranscriptReading> {
  const { path, reader, signal } = input
  const found = statSync(path)
  if (reader.gather !== undefined && found.isDirectory()) return gatherFiles(input)
  refuseUnlessFile(found)
  // Without Node's thread pool: waiting for it takes longer than reading an ordinary transcript.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const opened = fstatSync(file)
    refuseUnlessFile(opened)
    const { ino, size } = opened
    const peek = readStart(file, PEEK_BYTES)
    if (isDocument(peek, reader)) return await readWhole(input, file, size)
    const mark = continues(input.mark, ino, size, peek) ? input.mark : begin(reader, ino, peek)
    const sink = input.sink ?? ledgerSink(mark.ledger, input.told)
    const { offset, torn, unread, tooLong } = await readLines(
      file,
      { from: mark.offset, size, signal },
      (line, isEnded) => {
        const isWhole = readLine(line, mark, reader, sink)
        if (!isWhole && isEnded && !isBlank(line)) sink.skip('lines that are not JSON')
        return isWhole
      },
    )
    const beside =
      reader.beside === undefined ? null : await fileAccess().readJson(reader.beside(path))
    if (beside !== null) reader.read(beside, mark.reader, sink)
    const notes = [
      ...(torn ? ['the last line of the transcript is not complete yet'] : []),
      ...(tooLong > 0 ? [`${tooLong} lines are too long to be read`] : []),
      ...(unread > 0 ? [`${unread} bytes of the transcript are left for the next read`] : []),
    ]
    return finish({ ...mark, offset }, notes)
  } finally {
    closeSync(file)
  }
}

/** A FIFO would block the process until its writer comes; also one that took the file's place. */
function refuseUnlessFile(found: Stats): void {
  if (!found.isFile()) throw new Error('it is not a regular file')
}

/** The same file, only longer: not shrunk, not replaced, not rewritten at its start. */
function continues(
  mark: TranscriptMark | null,
  inode: number,
  size: number,
  peek: Buffer,
): mark is TranscriptMark {
  if (mark === null || mark.version !== 4 || mark.inode !== inode) return false
  if (mark.offset > size || mark.openingBytes > peek.length) return false
  return mark.opening === hashOf(peek.subarray(0, mark.openingBytes))
}

function begin(reader: TranscriptReader, inode: number, peek: Buffer): TranscriptMark {
  const openingBytes = Math.min(OPENING_BYTES, peek.length)
  return {
    version: 4,
    inode,
    openingBytes,
    opening: hashOf(peek.subarray(0, openingBytes)),
    offset: 0,
    reader: reader.begin(),
    ledger: beginLedger(),
  }
}

const hashOf = (bytes: Buffer): string => shortHash(bytes.toString('latin1'))

function readStart(file: number, bytes: number): Buffer {
  const start = Buffer.alloc(bytes)
  return start.subarray(0, readSync(file, start, 0, bytes, 0))
}

/** true when the line was understood as JSON. */
function readLine(
  line: Buffer,
  { reader: state, ledger }: TranscriptMark,
  reader: TranscriptReader,
  sink: TranscriptSink,
): boolean {
  let value: unknown
  try {
    value = JSON.parse(decodeText(line))
  } catch {
    return false
  }
  ledger.ledger.totals.lines += 1
  reader.read(value, state, sink)
  return true
}

const isBlank = (line: Buffer): boolean => line.toString('latin1').trim() === ''

/** Takes entries into a ledger. */
export function ledgerSink(state: LedgerState, told: readonly string[] = []): TranscriptSink {
  return {
    entry: (draft) => {
      // Spreading would copy every entry once more, and this is the hot path.
      const entry = (isTold(draft, told) ? toOurs(draft) : draft) as TranscriptEntry
      entry.step = state.ledger.steps
      applyEntry(state, entry)
    },
    facts: (facts) => applyFacts(state, facts),
    usage: (used, message) => applyUsage(state, used, message),
    skip: (reason) => countSkipped(state, reason),
  }
}

type HumanDraft = Extract<EntryDraft, { kind: 'human' }>

const isTold = (draft: EntryDraft, told: readonly string[]): draft is HumanDraft =>
  told.length > 0 && draft.kind === 'human' && told.includes(textKey(draft.text))

const toOurs = ({ at, sidechain, text }: HumanDraft): EntryDraft => ({
  kind: 'synthetic',
  at,
  sidechain,
  source: 'ours',
  text: clipSafely(text, 1_000),
})

/** One JSON value that has to be read whole: it is rewritten, never appended to. */
function isDocument(peek: Buffer, reader: TranscriptReader): boolean {
  if (reader.values === undefined) return false
  const text = peek.toString('utf8').trimStart()
  if (text.startsWith('[')) return true
  const end = text.indexOf('\n')
  const first = parse(end === -1 ? text : text.slice(0, end))
  if (first === undefined) return text.startsWith('{') && (end !== -1 || peek.length === PEEK_BYTES)
  const { messages, history } = asRecord(first)
  return (
    Array.isArray(messages) ||
    Array.isArray(history) ||
    (reader.gather !== undefined && end !== text.length)
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readWhole(
  input: TranscriptInput,
  file: number,
  size: number,
): Promise<TranscriptReading> {
  const mark = begin(input.reader, 0, Buffer.alloc(0))
  const document = readDocument(file, size)
  if (document === undefined)
    return finish(mark, ['the transcript is not JSON, or too large to be read whole'])
  const { messages, history } = asRecord(document)
  const isWhole = Array.isArray(document) || messages !== undefined || history !== undefined
  if (!isWhole && input.reader.gather !== undefined) return gatherFiles(input)
  return readValues(mark, input, input.reader.values!(document))
}

async function gatherFiles(input: TranscriptInput): Promise<TranscriptReading> {
  const { path, reader } = input
  const mark = begin(reader, 0, Buffer.alloc(0))
  return readValues(mark, input, await reader.gather!(path, fileAccess()))
}

/** A session that the client hands over as a document: nothing of it is read from disk or kept. */
export function readHandedTranscript(
  input: Pick<TranscriptInput, 'reader' | 'told' | 'sink'> & { document: unknown },
): TranscriptReading {
  const { document, reader } = input
  const mark = begin(reader, 0, Buffer.alloc(0))
  return readValues(mark, input, reader.values?.(document) ?? [])
}

function readValues(
  mark: TranscriptMark,
  { reader, told, sink: given }: Pick<TranscriptInput, 'reader' | 'told' | 'sink'>,
  values: readonly unknown[],
): TranscriptReading {
  const sink = given ?? ledgerSink(mark.ledger, told)
  for (const value of values) {
    mark.ledger.ledger.totals.lines += 1
    reader.read(value, mark.reader, sink)
  }
  return finish(mark, [])
}

function finish(mark: TranscriptMark, notes: string[]): TranscriptReading {
  const skipped = Object.entries(mark.ledger.skipped).map(
    ([what, count]) => `skipped ${count} ${what}`,
  )
  return { mark, ledger: toLedger(mark.ledger), degraded: [...notes, ...skipped] }
}
