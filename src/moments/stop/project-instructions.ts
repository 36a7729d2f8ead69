import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Store } from '../../store.js'

const NAMES = ['AGENTS.md', 'CLAUDE.md']
const MAX_BYTES = 6000
const KEPT_MS = 60_000

/** The head of the project's instructions to agents; empty when there are none. */
export async function readProjectInstructions(
  root: string | null,
  store: Pick<Store, 'readCache' | 'writeCache'>,
  now: string,
): Promise<string> {
  if (root === null) return ''
  const key = `instructions:${root}`
  const kept = await store.readCache(key, now)
  if (kept !== null) return kept
  const text = await readFirst(root)
  await store.writeCache(key, text, new Date(Date.parse(now) + KEPT_MS).toISOString())
  return text
}

async function readFirst(root: string): Promise<string> {
  for (const name of NAMES) {
    try {
      const handle = await open(path.join(root, name), 'r')
      try {
        const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0)
        return buffer.toString('utf8', 0, bytesRead)
      } finally {
        await handle.close()
      }
    } catch {
      continue
    }
  }
  return ''
}
