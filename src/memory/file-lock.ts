import { randomBytes } from 'node:crypto'
import { open, readFile, rename, rm, stat } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ReflectError } from '../schema/error.js'

/** Longer than any holder takes; a holder that died is noticed at once by its process id. */
const STALE_MS = 30_000
const PATIENCE_MS = 20_000

/** Runs the work while no other process of this machine does so for the same file. */
export async function withFileLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = `${file}.lock`
  const token = `${process.pid} ${randomBytes(8).toString('hex')}`
  await takeLock(lock, token)
  try {
    return await work()
  } finally {
    await dropLock(lock, token)
  }
}

async function takeLock(lock: string, token: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS
  for (let round = 0; ; round += 1) {
    if (await createLock(lock, token)) return
    await breakStaleLock(lock)
    if (performance.now() > deadline) {
      throw new ReflectError('store-locked', `${lock} is held by another process`, {
        remedy: 'Remove the file if no other Reflectory is running.',
      })
    }
    // Rivals that wait equally long meet again each time.
    await wait(Math.random() * Math.min(20, 1 + round))
  }
}

async function createLock(lock: string, token: string): Promise<boolean> {
  try {
    const handle = await open(lock, 'wx', 0o600)
    await handle.writeFile(token).finally(() => handle.close())
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function dropLock(lock: string, token: string): Promise<void> {
  if ((await readIfThere(lock)) === token) await rm(lock, { force: true })
}

/** Moves a dead holder's lock aside; one that changed hands meanwhile is put back. */
async function breakStaleLock(lock: string): Promise<void> {
  const seen = await readIfThere(lock)
  if (seen === null || !(await isStale(lock, seen))) return
  const aside = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    await rename(lock, aside)
    if ((await readIfThere(aside)) === seen) await rm(aside, { force: true })
    else await rename(aside, lock)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

async function isStale(lock: string, holder: string): Promise<boolean> {
  const pid = Number(holder.split(' ')[0])
  if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) return true
  const found = await stat(lock).catch(() => null)
  return found !== null && Date.now() - found.mtimeMs > STALE_MS
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const readIfThere = (file: string): Promise<string | null> =>
  readFile(file, 'utf8').catch(() => null)

const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code)
