import path from 'node:path'
import { readOurText } from '../util/read-bounded.js'
import { writeAtomic } from '../util/write-atomic.js'

const fileOf = (stateDir: string): string => path.join(stateDir, 'project')

/** Writes down whose folder in the state directory this is: its name is a digest and tells nothing. */
export async function noteProject(stateDir: string, root: string): Promise<void> {
  if (readProjectNote(stateDir) === root) return
  await writeAtomic(fileOf(stateDir), `${root}\n`, { mode: 0o600, synced: false })
}

/** The project's folder; null where it was never written down. */
export function readProjectNote(stateDir: string): string | null {
  const [root = ''] = readOurText(fileOf(stateDir))?.split('\n') ?? []
  return path.isAbsolute(root) ? root : null
}
