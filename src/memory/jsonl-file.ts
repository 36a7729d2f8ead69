import { constants } from 'node:fs'
import { lstat, open, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { ReflectError } from '../schema/error.js'
import type { ReflectErrorCode } from '../schema/error.js'
import { withFileLock } from '../util/file-lock.js'
import { makeFolders } from '../util/make-folders.js'
import { writeAtomic } from '../util/write-atomic.js'

/** A pipe in its place is not waited for. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
const CHUNK = 1 << 20
const NEWLINE = 10
/** Longer than any holder takes. */
const STALE_MS = 30_000
const PATIENCE_MS = 20_000

/**
 * A file of lines that several processes append to and any of them may rewrite. Appends hold a lock
 * against rewrites and go down in one write; a line that a crash tore stays a line of its own.
 */
export class JsonlFile {
  readonly file: string
  #inode = 0
  #offset = 0

  constructor(file: string) {
    this.file = file
  }

  /** Appends whole lines, all in one write. */
  async append(lines: readonly string[]): Promise<void> {
    if (lines.length === 0) return
    await this.#guarded(() => this.#appendLocked(lines))
  }

  /** Hands over the complete lines that came since the last call; all again after a rewrite. */
  async readNew(take: (line: string) => void, onReset: () => void): Promise<void> {
    const found = await stat(this.file).catch(() => null)
    if (found === null || found.ino !== this.#inode || found.size < this.#offset) {
      this.#inode = found?.ino ?? 0
      this.#offset = 0
      onReset()
    }
    if (found === null || found.size === this.#offset) return
    const handle = await open(this.file, READ)
    try {
      // The path may name another file by now; offsets belong to the one that is open.
      if ((await handle.stat()).ino !== this.#inode) return await this.readNew(take, onReset)
      this.#offset = await readLines(handle, this.#offset, take)
    } finally {
      await handle.close()
    }
  }

  /** Makes the next `readNew` begin at the first line. */
  rewind(): void {
    this.#inode = 0
    this.#offset = 0
  }

  /** Replaces the content with what `rewrite` makes of it, under the append lock. */
  async rewrite<T>(rewrite: () => Promise<{ lines: Iterable<string>; result: T }>): Promise<T> {
    return this.#guarded(async () => {
      const { lines, result } = await rewrite()
      await writeAtomic(this.file, [...lines].map((line) => `${line}\n`).join(''), { mode: 0o600 })
      return result
    })
  }

  /** Whether the file ends in the middle of a line. */
  async isTorn(): Promise<boolean> {
    const handle = await open(this.file, READ).catch(() => null)
    if (handle === null) return false
    return endsTorn(handle).finally(() => handle.close())
  }

  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      makeFolders(path.dirname(this.file))
      await refuseLink(this.file)
      const lock = `${this.file}.lock`
      const options = { patienceMs: PATIENCE_MS, staleMs: STALE_MS, now: Date.now }
      const done = await withFileLock(lock, options, work)
      if (done.held) return done.value
      throw new ReflectError('store-locked', `${lock} is held by another process`, {
        remedy: 'Remove the file if no other Reflectory is running.',
      })
    } catch (cause) {
      if (cause instanceof ReflectError) throw cause
      const code = FILE_CODES[String((cause as NodeJS.ErrnoException).code)] ?? 'io-failed'
      throw new ReflectError(code, `${this.file} can't be written`, {
        cause,
        remedy: 'Check that the folder is yours and the disk has room.',
      })
    }
  }

  async #appendLocked(lines: readonly string[]): Promise<void> {
    const { O_APPEND, O_CREAT, O_NOFOLLOW, O_RDWR } = constants
    const handle = await open(this.file, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600)
    try {
      const start = (await endsTorn(handle)) ? '\n' : ''
      const data = Buffer.from(`${start}${lines.join('\n')}\n`)
      let written = 0
      while (written < data.length) {
        written += (await handle.write(data, written)).bytesWritten
      }
    } finally {
      await handle.close()
    }
  }
}

async function refuseLink(file: string): Promise<void> {
  const found = await lstat(file).catch(() => null)
  if (found === null || found.isFile()) return
  throw new ReflectError('unsafe-path', `${file} is not a regular file`, {
    remedy: 'Remove it, or name another file in lessons.file.',
  })
}

async function endsTorn(handle: FileHandle): Promise<boolean> {
  const { size } = await handle.stat()
  if (size === 0) return false
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1)
  return buffer[0] !== NEWLINE
}

/** Reads whole lines from an offset; returns the offset behind the last one. */
async function readLines(
  handle: FileHandle,
  from: number,
  take: (line: string) => void,
): Promise<number> {
  const chunk = Buffer.alloc(CHUNK)
  let rest: Buffer = Buffer.alloc(0)
  let offset = from
  for (let position = from; ;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, position)
    if (bytesRead === 0) return offset
    position += bytesRead
    const data = Buffer.concat([rest, chunk.subarray(0, bytesRead)])
    let start = 0
    for (let end = data.indexOf(NEWLINE); end !== -1; end = data.indexOf(NEWLINE, start)) {
      take(data.toString('utf8', start, end))
      start = end + 1
    }
    offset += start
    rest = data.subarray(start)
  }
}

const FILE_CODES: Record<string, ReflectErrorCode> = {
  ENOSPC: 'store-full',
  EDQUOT: 'store-full',
  EACCES: 'store-readonly',
  EPERM: 'store-readonly',
  EROFS: 'store-readonly',
  ELOOP: 'unsafe-path',
  EUNSAFE: 'unsafe-path',
  ENOTDIR: 'unsafe-path',
}
