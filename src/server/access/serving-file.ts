import { readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { isAlive } from '../../util/file-lock.js'
import { processStart } from '../../util/process-start.js'
import { writeAtomic } from '../../util/write-atomic.js'

/** Where the system does not say when a process started. */
const UNKNOWN = '-'
const NAME = /^serving-\d{1,5}$/

const fileOf = (stateDir: string, port: number): string => path.join(stateDir, `serving-${port}`)

/** Writes down which process serves this project at a port; call what comes back at its end. */
export async function noteServing(stateDir: string, port: number): Promise<() => Promise<void>> {
  for (const name of readdirSync(stateDir)) {
    const file = path.join(stateDir, name)
    if (NAME.test(name) && !isHeld(file)) await rm(file, { force: true })
  }
  const file = fileOf(stateDir, port)
  const started = processStart(process.pid) ?? UNKNOWN
  await writeAtomic(file, `${process.pid} ${started}\n`, { mode: 0o600, synced: false })
  return () => rm(file, { force: true })
}

/** Whether a server of this project lives at a port. A stranger there must never see the token. */
export const isServing = (stateDir: string, port: number): boolean => isHeld(fileOf(stateDir, port))

function isHeld(file: string): boolean {
  try {
    const [, pid = '', started = ''] = /^(\d+) (.+)$/.exec(readFileSync(file, 'utf8').trim()) ?? []
    if (pid === '' || !isAlive(Number(pid))) return false
    // A number that was given to another process later names a server that is gone.
    return started === UNKNOWN || processStart(Number(pid)) === started
  } catch {
    return false
  }
}
