import { realpathSync } from 'node:fs'
import { clipSafely } from '../../safety/clip-safely.js'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import * as z from 'zod/mini'
import { allowedFile } from '../../util/allowed-file.js'
import type { Tool } from './tool.js'

const MAX_BYTES = 1024 * 1024
const MAX_CHARS = 20_000
const Arguments = z.strictObject({ path: z.string().check(z.minLength(1), z.maxLength(1024)) })

/** Reads a file of one folder. What lies elsewhere, by whatever way, is not there. */
export function readFileTool(root: string, onRead: (file: string) => void): Tool<typeof Arguments> {
  return {
    name: 'read_file',
    usage: 'read_file {"path": "<path inside the folder>"}',
    arguments: Arguments,
    async call({ path: asked }) {
      const wanted = path.resolve(root, asked)
      const inside = path.relative(root, wanted)
      if (inside.startsWith('..') || path.isAbsolute(inside) || asked.includes('\0')) {
        return 'refused: the path leads outside the folder'
      }
      const file = allowedFile(wanted, [root])
      if (file === null) return 'refused: there is no such file in the folder'
      if (file.size > MAX_BYTES) return `refused: larger than ${MAX_BYTES} bytes`
      // A link in the folder may lead here under another name.
      const really = path.relative(realpathSync(root), file.path)
      if (/(^|[/\\])\.git([/\\]|$)/i.test(really)) return 'refused: that is not for reading'
      onRead(file.path)
      return clipSafely(await readFile(file.path, 'utf8'), MAX_CHARS)
    },
  }
}
