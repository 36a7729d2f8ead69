import { existsSync, readdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Address } from '../../wiring/programs.js'
import { isAlive } from '../../util/file-lock.js'
import { processStart } from '../../util/process-start.js'
import { readOurText } from '../../util/read-bounded.js'
import { writeAtomic } from '../../util/write-atomic.js'

/** Where the system does not say when a process started. */
const UNKNOWN = '-'
const NAME = /^serving-\d{1,5}$/

const fileOf = (dir: string, port: number): string => path.join(dir, `serving-${port}`)

/** Writes down which process serves this user at an address; call what comes back at its end. */
export async function noteServing(dir: string, at: Address): Promise<() => Promise<void>> {
  for (const name of readdirSync(dir)) {
    const file = path.join(dir, name)
    if (NAME.test(name) && !isHeld(file)) await rm(file, { force: true })
  }
  const file = fileOf(dir, at.port)
  const started = processStart(process.pid) ?? UNKNOWN
  await writeAtomic(file, `${process.pid} ${started}\n${at.host}\n`, { mode: 0o600, synced: false })
  return () => rm(file, { force: true })
}

/** Whether a server of this user lives at a port. A stranger there must never see the token. */
export const isServing = (dir: string, port: number): boolean => isHeld(fileOf(dir, port))

/** Where servers of this user live, whatever their ports. */
export function listServing(dir: string): Address[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir).flatMap((name) => {
    const file = path.join(dir, name)
    if (!NAME.test(name) || !isHeld(file)) return []
    const host = readOurText(file)?.split('\n')[1] ?? ''
    return host === '' ? [] : [{ host, port: Number(name.slice('serving-'.length)) }]
  })
}

function isHeld(file: string): boolean {
  const [, pid = '', started = ''] = /^(\d+) (.+)$/m.exec(readOurText(file) ?? '') ?? []
  if (pid === '' || !isAlive(Number(pid))) return false
  // A number that was given to another process later names a server that is gone.
  return started === UNKNOWN || processStart(Number(pid)) === started
}
