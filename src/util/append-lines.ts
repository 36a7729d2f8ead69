import { constants } from 'node:fs'
import { open } from 'node:fs/promises'

const { O_RDWR, O_APPEND, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Appends whole lines to a file in one write. A torn last line, left by a process that died, keeps
 * to itself. Never writes through a symbolic link.
 */
export async function appendLines(file: string, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return
  const handle = await open(file, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    const { size } = await handle.stat()
    const last = Buffer.alloc(1)
    if (size > 0) await handle.read(last, 0, 1, size - 1)
    const isTorn = size > 0 && last.toString() !== '\n'
    await handle.writeFile(`${isTorn ? '\n' : ''}${lines.join('\n')}\n`)
  } finally {
    await handle.close()
  }
}
