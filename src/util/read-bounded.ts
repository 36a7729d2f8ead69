import { closeSync, constants, fstatSync, lstatSync, openSync, readSync } from 'node:fs'
import type { Stats } from 'node:fs'

/** A file's bytes with what the system says of that very file, or why there are none. */
export type BoundedBytes =
  | { state: 'absent' }
  | { state: 'bytes'; bytes: Buffer; stat: Stats }
  | { state: 'refused'; reason: string }

interface ReadOptions {
  followLink: boolean
  maxBytes: number
  /** What becomes of a longer file: it is refused, or read up to there. @default 'refuse' */
  longer?: 'refuse' | 'cut'
}

/**
 * Reads a small file that may be hostile: never waits for a FIFO or device, never reads more than
 * `maxBytes`, and follows a symbolic link only when told to.
 */
export function readBounded(file: string, options: ReadOptions): BoundedBytes {
  try {
    const stat = lstatSync(file, { throwIfNoEntry: false })
    if (stat === undefined) return { state: 'absent' }
    const isLink = stat.isSymbolicLink()
    if (isLink && !options.followLink) return { state: 'refused', reason: 'is a symbolic link' }
    if (!isLink && !stat.isFile()) return { state: 'refused', reason: 'is not a regular file' }
    return readRegular(file, options)
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { state: 'absent' }
    return { state: 'refused', reason: `can't be read (${code})` }
  }
}

/** More than any of our small files has. */
const OUR_BYTES = 4 * 1024 * 1024

/**
 * A file that we wrote ourselves, where anything may lie by now: null for what is not there, for a link, a
 * pipe, a folder, and for far too much.
 */
export function readOurBytes(file: string, maxBytes = OUR_BYTES): Buffer | null {
  const read = readBounded(file, { followLink: false, maxBytes })
  return read.state === 'bytes' ? read.bytes : null
}

/** The same as text. */
export const readOurText = (file: string, maxBytes = OUR_BYTES): string | null =>
  readOurBytes(file, maxBytes)?.toString('utf8') ?? null

/** The lines of that; none where there is no text. */
export const ourLines = (file: string, maxBytes = OUR_BYTES): string[] =>
  readOurText(file, maxBytes)?.split('\n') ?? []

// What was looked at may have been replaced since: O_NONBLOCK doesn't wait for a FIFO's writer, and
// O_NOFOLLOW doesn't follow a link.
function readRegular(
  file: string,
  { followLink, maxBytes, longer = 'refuse' }: ReadOptions,
): BoundedBytes {
  const noFollow = followLink ? 0 : (constants.O_NOFOLLOW ?? 0)
  const handle = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | noFollow)
  try {
    const stat = fstatSync(handle)
    if (!stat.isFile()) return { state: 'refused', reason: 'is not a regular file' }
    if (stat.size > maxBytes && longer === 'refuse') {
      return { state: 'refused', reason: `is larger than ${Math.floor(maxBytes / 1024)} KB` }
    }
    const bytes = Buffer.alloc(Math.min(stat.size, maxBytes))
    return { state: 'bytes', bytes: bytes.subarray(0, readInto(handle, bytes)), stat }
  } finally {
    closeSync(handle)
  }
}

function readInto(handle: number, bytes: Buffer): number {
  let length = 0
  while (length < bytes.length) {
    const count = readSync(handle, bytes, length, bytes.length - length, null)
    if (count === 0) break
    length += count
  }
  return length
}
