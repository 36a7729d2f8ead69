import { readSync } from 'node:fs'
import { giveWay } from '../../util/give-way.js'

export interface LineSpan {
  /** Byte at which to begin. */
  from: number
  /** Byte at which the file ended when it was looked at. */
  size: number
  signal?: AbortSignal | undefined
}

export interface LinesRead {
  /** The first byte that was not taken. */
  offset: number
  /** Something stands behind the last line break that is no whole line yet. */
  torn: boolean
  /** Bytes that the signal left unread. */
  unread: number
  /** Lines past all reason, which were passed over. */
  tooLong: number
}

const CHUNK_BYTES = 256 * 1024
const MAX_LINE_BYTES = 32 * 1024 * 1024
const NEWLINE = 10

/**
 * Hands over the lines of a part of a file, with one chunk and one line in memory; a line is good
 * until `take` returns. `take` says whether a line was whole: the last one without a line break is left for next time if it wasn't.
 */
export async function readLines(
  file: number,
  { from, size, signal }: LineSpan,
  take: (line: Buffer, isEnded: boolean) => boolean,
): Promise<LinesRead> {
  const chunk = Buffer.allocUnsafe(Math.max(1, Math.min(CHUNK_BYTES, size - from)))
  let position = from
  let offset = from
  let rest: Buffer[] = []
  let restBytes = 0
  let tooLong = 0
  while (position < size) {
    if (signal?.aborted === true) break
    // Waiting for the thread pool at every chunk costs more than the reading; timers get their turn.
    const pause = giveWay()
    if (pause !== null) await pause
    const bytesRead = readSync(file, chunk, 0, Math.min(chunk.length, size - position), position)
    if (bytesRead === 0) break
    let start = 0
    for (
      let end = chunk.indexOf(NEWLINE);
      end !== -1 && end < bytesRead;
      end = chunk.indexOf(NEWLINE, start)
    ) {
      if (restBytes <= MAX_LINE_BYTES) takeLine(rest, chunk, start, end, take)
      else tooLong += 1
      rest = []
      restBytes = 0
      start = end + 1
      offset = position + start
    }
    if (start < bytesRead) {
      restBytes += bytesRead - start
      // A line past all reason is passed over, not gathered.
      if (restBytes <= MAX_LINE_BYTES) rest.push(Buffer.from(chunk.subarray(start, bytesRead)))
      else rest = []
    }
    position += bytesRead
  }
  const unread = Math.max(0, size - position)
  if (unread > 0 || restBytes === 0) return { offset, torn: false, unread, tooLong }
  const whole = restBytes <= MAX_LINE_BYTES && take(Buffer.concat(rest), false)
  return { offset: whole ? position : offset, torn: !whole, unread: 0, tooLong }
}

function takeLine(
  rest: readonly Buffer[],
  chunk: Buffer,
  start: number,
  end: number,
  take: (line: Buffer, isEnded: boolean) => boolean,
): void {
  const tail = chunk.subarray(start, end)
  const line = rest.length === 0 ? tail : Buffer.concat([...rest, tail])
  // Nothing, or the rest of a Windows line break.
  if (line.length > 1) take(line, true)
}
