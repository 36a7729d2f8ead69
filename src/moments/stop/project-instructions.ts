import path from 'node:path'
import type { Store } from '../../store.js'
import { readBounded } from '../../util/read-bounded.js'

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
  const text = headOfInstructions(root)
  await store.writeCache(key, text, new Date(Date.parse(now) + KEPT_MS).toISOString())
  return text
}

/** Plain files only: what a repository brings along may be a link to elsewhere, or a pipe. */
function headOfInstructions(root: string): string {
  for (const name of NAMES) {
    const options = { followLink: false, maxBytes: MAX_BYTES, longer: 'cut' } as const
    const read = readBounded(path.join(root, name), options)
    if (read.state === 'bytes') return read.bytes.toString('utf8')
  }
  return ''
}
