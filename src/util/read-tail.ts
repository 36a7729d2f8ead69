import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'

const TAIL_BYTES = 64 * 1024

/** The end of a file, one character a byte; empty when it can't be read. A pipe is not waited for. */
export function readTail(file: string, maxBytes = TAIL_BYTES): string {
  try {
    const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const stat = fstatSync(descriptor)
      if (!stat.isFile()) return ''
      const tail = Buffer.alloc(Math.min(stat.size, maxBytes))
      const bytes = readSync(descriptor, tail, 0, tail.length, stat.size - tail.length)
      return tail.toString('latin1', 0, bytes)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
