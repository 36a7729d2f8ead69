import { closeSync, fstatSync, openSync, readSync, unlinkSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import path from 'node:path'

/** A file that nobody else knows, for a child to write what it has to say. */
export interface AnswerFile {
  fd: number
  size(): number
  /** From its beginning. */
  read(maxBytes: number): Buffer
  close(): void
}

/** Where one may be made; the first that takes one is taken from then on. */
const folders = [tmpdir, () => '/dev/shm', homedir]
let opened = 0

/**
 * Without a name from the start, where the system can do that: however this process ends, nothing is
 * left. A pipe would be a stream of Node's own, and three of those take a hook as long as the risk
 * floor does. Null where no folder can be written.
 */
export function openAnswerFile(): AnswerFile | null {
  while (folders.length > 0) {
    try {
      return openIn(folders[0]!())
    } catch {
      folders.shift()
    }
  }
  return null
}

function openIn(folder: string): AnswerFile {
  opened += 1
  const name = `.reflectory-${process.pid}-${opened}-${Math.random().toString(36).slice(2)}`
  const file = path.join(folder, name)
  // `x`: never what somebody else has put there.
  const fd = openSync(file, 'wx+', 0o600)
  const keepsName = process.platform === 'win32'
  if (!keepsName) unlinkSync(file)
  return {
    fd,
    size: () => fstatSync(fd).size,
    read: (maxBytes) => readStart(fd, maxBytes),
    close: () => {
      closeSync(fd)
      if (keepsName) unlinkSync(file)
    },
  }
}

function readStart(fd: number, maxBytes: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.min(fstatSync(fd).size, maxBytes))
  let length = 0
  while (length < bytes.length) {
    const count = readSync(fd, bytes, length, bytes.length - length, length)
    if (count === 0) break
    length += count
  }
  return bytes.subarray(0, length)
}
