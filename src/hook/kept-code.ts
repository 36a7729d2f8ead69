import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { isOurFolder, listOurs, makeOurFolder } from '../util/our-folder.js'
import {
  HEADER_BYTES,
  KEPT_NAME as NAME,
  makeHeader,
  MAX_CODE_BYTES,
} from '../wiring/kept-code-file.js'

/**
 * Compiled code that later processes use again. V8 believes what it is given, and damaged code ends
 * the process with a signal. So the file holds the code twice, which shows damage sooner than Node's
 * crypto is loaded, and a process that uses it leaves a mark until it has ended in an orderly way: code whose
 * user died is thrown away. Whatever is in doubt is thrown away too; the next process is slower, no more.
 */
export interface KeptCode {
  /** Null when nothing is kept that can be believed; else it is marked as used. */
  take(): { data: Buffer; times: number } | null
  /** `times`: how often the code of this part was kept, with this one. */
  keep(data: Buffer, times: number): void
  discard(): void
}

export interface KeptCodePlace {
  folder: string
  /** What the code was made from. Names beginning otherwise are of another build, and go when code is kept. */
  build: string
  /** Which code of the build. */
  part: string
}

/** A pipe in its place is not waited for, and a link not followed. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)
const PIECE_BYTES = 64 * 1024
/** No hook lives as long. A mark of this age is a dead one's, even if its number is taken again. */
const LONGEST_LIFE_MS = 60_000

export function openKeptCode(place: KeptCodePlace): KeptCode {
  const file = path.join(place.folder, `${place.build}-${place.part}.code`)
  return {
    take: () => takeIfSound(file),
    keep: (data, times) => write(file, place, data, times),
    discard: () => {
      if (isOurFolder(place.folder)) remove(file)
    },
  }
}

function takeIfSound(file: string): ReturnType<KeptCode['take']> {
  if (!isOurFolder(path.dirname(file))) return null
  try {
    const kept = readWhole(file)
    if (kept !== null && !hasKilled(file) && markUse(file)) return kept
  } catch {
    // Not there, most often.
  }
  remove(file)
  return null
}

function readWhole(file: string): ReturnType<KeptCode['take']> {
  const descriptor = openSync(file, READ)
  try {
    const stat = fstatSync(descriptor)
    const size = (stat.size - HEADER_BYTES) / 2
    if (!stat.isFile() || stat.size > MAX_CODE_BYTES) return null
    if (size <= 0 || !Number.isInteger(size)) return null
    const first = Buffer.allocUnsafeSlow(HEADER_BYTES + size)
    if (readSync(descriptor, first) !== first.length) return null
    const data = first.subarray(HEADER_BYTES)
    return isRepeated(descriptor, data) ? { data, times: first.readUInt32LE() } : null
  } finally {
    closeSync(descriptor)
  }
}

/** Piece by piece: memory that is new to the process costs more than reading does. */
function isRepeated(descriptor: number, data: Buffer): boolean {
  const piece = Buffer.allocUnsafeSlow(PIECE_BYTES)
  for (let at = 0; at < data.length; at += PIECE_BYTES) {
    const expected = data.subarray(at, at + PIECE_BYTES)
    const read = readSync(descriptor, piece, 0, expected.length, null)
    if (!expected.equals(piece.subarray(0, read))) return false
  }
  return true
}

const MARK = /\.(\d+)\.used$/

/** Whether a process that used the code is gone and has left its mark behind. */
function hasKilled(file: string): boolean {
  const [folder, name] = [path.dirname(file), path.basename(file)]
  const left = listOurs(folder, NAME)
    .filter((other) => other.startsWith(`${name}.`) && MARK.test(other))
    .filter((mark) => isLeft(path.join(folder, mark)))
  for (const mark of left) remove(path.join(folder, mark))
  return left.length > 0
}

function isLeft(mark: string): boolean {
  const pid = Number(MARK.exec(mark)?.[1])
  const { mtimeMs } = statSync(mark, { throwIfNoEntry: false }) ?? {}
  if (mtimeMs === undefined) return false
  return pid === process.pid || Date.now() - mtimeMs > LONGEST_LIFE_MS || !isAlive(pid)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Code that could kill without leaving a trace is not used. A process that is killed never exits. */
function markUse(file: string): boolean {
  const mark = `${file}.${process.pid}.used`
  try {
    closeSync(openSync(mark, 'wx', 0o600))
  } catch {
    return false
  }
  process.once('exit', () => remove(mark))
  return true
}

/** Of two writers the later one wins, whole. */
function write(file: string, { folder, build }: KeptCodePlace, data: Buffer, times: number): void {
  const temporary = `${file}.${process.pid}.new`
  try {
    makeOurFolder(folder)
    removeOld(folder, build)
    // New: a link in its place would lead elsewhere.
    const descriptor = openSync(temporary, 'wx', 0o600)
    try {
      for (const part of [makeHeader(times, data), data, data]) writeAll(descriptor, part)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(temporary, file)
  } catch {
    if (isOurFolder(folder)) remove(temporary)
  }
}

function writeAll(descriptor: number, data: Buffer): void {
  for (let written = 0; written < data.length;)
    written += writeSync(descriptor, data, written, data.length - written)
}

/** What other builds left, and what writers that were killed left of this one. */
function removeOld(folder: string, build: string): void {
  for (const name of listOurs(folder, NAME)) {
    const file = path.join(folder, name)
    if (!name.startsWith(build) || (name.endsWith('.new') && isOld(file))) remove(file)
  }
}

function isOld(file: string): boolean {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
  return Date.now() - mtimeMs > LONGEST_LIFE_MS
}

function remove(file: string): void {
  try {
    // `rmSync` would load what can remove whole folders.
    unlinkSync(file)
  } catch {
    // Not there, or in a folder that we may not write to; what lies in that is not believed.
  }
}
