import { constants, readSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import type { FileAccess } from '../../agent.js'

const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024
const MAX_FILES = 20_000

/** A JSON file of bounded size; undefined when it is too large or no JSON. */
export function readDocument(file: number, size: number): unknown {
  if (size > MAX_DOCUMENT_BYTES) return undefined
  const buffer = Buffer.alloc(size)
  const bytesRead = readSync(file, buffer, 0, size, 0)
  try {
    return JSON.parse(buffer.toString('utf8', 0, bytesRead)) as unknown
  } catch {
    return undefined
  }
}

/** Folders and small JSON files, for transcripts that are kept in pieces. */
export function fileAccess(): FileAccess {
  return {
    list: async (folder) => {
      const names = await readdir(folder).catch(() => [])
      return names.sort().slice(0, MAX_FILES)
    },
    readJson: async (path) => {
      // A FIFO would wait for its writer.
      const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)
      const file = await open(path, flags).catch(() => null)
      if (file === null) return null
      try {
        const info = await file.stat()
        return info.isFile() ? (readDocument(file.fd, info.size) ?? null) : null
      } finally {
        await file.close()
      }
    },
  }
}
