/**
 * Folders that are ours alone, in the user's state and data directories. One that is a link leads to files of
 * others, and one of another user may change under us: nothing is read, written or tidied there. What is tidied
 * goes by its name, so that a file of another author stays even where it lies among ours.
 */
import {
  constants,
  closeSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { makeFolders } from './make-folders.js'

const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/** The `code` of the error when a symbolic link, or another thing than was expected, is in the way. */
export const UNSAFE_TARGET = 'EUNSAFE'

/** Whether it is there, a folder and no link, and this user's. */
export function isOurFolder(dir: string): boolean {
  try {
    const stat = lstatSync(dir)
    return stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid())
  } catch {
    return false
  }
}

/** What is in its place instead, in words; null where it is ours, or nothing is there. */
export function whatIsInstead(dir: string): string | null {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  if (stat === undefined || isOurFolder(dir)) return null
  if (stat.isSymbolicLink()) return 'a link'
  return stat.isDirectory() ? "another user's" : 'no folder'
}

/** Makes it where it is missing; throws with `code: 'EUNSAFE'` where it is not ours. */
export function makeOurFolder(dir: string): void {
  makeFolders(dir)
  if (!isOurFolder(dir)) throw unsafe(`${dir} is not a folder of ours`)
}

const unsafe = (message: string): Error =>
  Object.assign(new Error(message), { code: UNSAFE_TARGET })

/** Names of one form in a folder of ours; none where it is not ours, or can't be read. */
export function listOurs(dir: string, form: RegExp): string[] {
  if (!isOurFolder(dir)) return []
  try {
    return readdirSync(dir).filter((name) => form.test(name))
  } catch {
    return []
  }
}

/** A small file, whole, in the place of whatever lay there: a link is replaced, and not followed. */
export function putPlainly(file: string, text: string): void {
  const made = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}`)
  rmSync(made, { force: true })
  writeFileSync(made, text, { mode: 0o600, flag: 'wx' })
  renameSync(made, file)
}

/** A line more in a file; throws where a link, a pipe or another thing is in its place. */
export function appendPlainly(file: string, text: string): void {
  const descriptor = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, 0o600)
  try {
    if (!fstatSync(descriptor).isFile()) throw unsafe(`${file} is not a regular file`)
    writeSync(descriptor, text)
  } finally {
    closeSync(descriptor)
  }
}
