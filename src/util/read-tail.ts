import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

const TAIL_BYTES = 64 * 1024

/** The last 64 KiB of a file, one character a byte; empty when it can't be read. */
export function readTail(file: string): string {
  try {
    const descriptor = openSync(file, 'r')
    try {
      const { size } = fstatSync(descriptor)
      const tail = Buffer.alloc(Math.min(size, TAIL_BYTES))
      readSync(descriptor, tail, 0, tail.length, size - tail.length)
      return tail.toString('latin1')
    } finally {
      closeSync(descriptor)
    }
  } catch {
    return ''
  }
}
