import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { rename, rm, symlink } from 'node:fs/promises'
import path from 'node:path'
import { COPY } from './prune-versions.js'

/** Far longer than a hook may live. */
const KEPT_MS = 3_600_000

/**
 * Puts a whole folder into a place where programs are being started. The place is a link that is
 * replaced in one step; a program that runs goes on in the folder that it began in, which therefore
 * stays for a while. Where links can't be made or moved the folder itself is moved there.
 */
export async function putInPlace(fresh: string, place: string, now: Date): Promise<void> {
  const link = `${fresh}.link`
  try {
    await symlink(path.basename(fresh), link, 'dir')
    await (isFolder(place) ? moveFolder(link, place) : rename(link, place))
  } catch {
    return await moveFolder(fresh, place)
  } finally {
    await rm(link, { force: true })
  }
  await removeOld(fresh, place, now.getTime() - KEPT_MS)
}

const isFolder = (place: string): boolean =>
  lstatSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false

/** Between the two renames a program that starts finds nothing, and its client goes on without it. */
async function moveFolder(fresh: string, place: string): Promise<void> {
  const old = `${fresh}.old`
  if (existsSync(place)) await rename(place, old)
  try {
    await rename(fresh, place)
  } catch (error) {
    if (existsSync(old)) await rename(old, place)
    throw error
  }
  await rm(old, { recursive: true, force: true })
}

/** Leftovers of earlier installs, whole or half, that no process can still run in. */
async function removeOld(fresh: string, place: string, beforeMs: number): Promise<void> {
  const folder = path.dirname(place)
  const prefix = `.${path.basename(place)}.`
  const others = readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && COPY.test(name.slice(prefix.length)))
    .filter((name) => name !== path.basename(fresh))
    .map((name) => path.join(folder, name))
  for (const other of others) {
    const isOld = (statSync(other, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < beforeMs
    if (isOld) await rm(other, { recursive: true, force: true })
  }
}
