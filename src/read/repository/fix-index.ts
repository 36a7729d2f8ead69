import { numberHash } from '../../util/number-hash.js'
import type { FixCommit } from './fix-log.js'

/**
 * Which fixes touched which files, in one small file that is read whole: a header, the time of every
 * fix, then for every file of every fix the hash of its path and the fix, sorted by hash.
 */
export interface FixIndex {
  /** The commit up to which the history is in it. */
  readonly head: string
  /** Seconds since 1970, one for each fix. */
  readonly times: Uint32Array
  /** Sorted; the same place in `fixes` names the fix. */
  readonly paths: Float64Array
  readonly fixes: Uint32Array
}

const MAGIC = 'reflectory fixes 1\n'
const HEAD_CHARS = 64
const COUNTS_AT = MAGIC.length + HEAD_CHARS
const BODY_AT = Math.ceil((COUNTS_AT + 8) / 8) * 8
const MAX_POSTINGS = 4_000_000

/** The index with new fixes in it, up to another commit. */
export function addFixes(
  known: FixIndex | null,
  commits: readonly FixCommit[],
  head: string,
): FixIndex {
  const start = known?.times.length ?? 0
  const times = new Uint32Array(start + commits.length)
  times.set(known?.times ?? [])
  const fresh: { path: number; fix: number }[] = []
  for (const [at, { time, files }] of commits.entries()) {
    times[start + at] = time
    for (const file of files) fresh.push({ path: numberHash(file), fix: start + at })
  }
  fresh.sort((a, b) => a.path - b.path || a.fix - b.fix)
  return { head, times, ...mergePostings(known, fresh.slice(0, MAX_POSTINGS)) }
}

function mergePostings(
  known: FixIndex | null,
  fresh: readonly { path: number; fix: number }[],
): Pick<FixIndex, 'paths' | 'fixes'> {
  const old = known?.paths.length ?? 0
  const paths = new Float64Array(old + fresh.length)
  const fixes = new Uint32Array(old + fresh.length)
  for (let at = 0, i = 0, j = 0; at < paths.length; at++) {
    const next = fresh[j]
    if (known !== null && i < old && (next === undefined || known.paths[i]! <= next.path)) {
      paths[at] = known.paths[i]!
      fixes[at] = known.fixes[i++]!
    } else if (next !== undefined) {
      paths[at] = next.path
      fixes[at] = next.fix
      j++
    }
  }
  return { paths, fixes }
}

/** Distinct fixes that touched any of the files, how many of the files, and when the newest was. */
export function queryFixes(
  { paths, fixes, times }: FixIndex,
  files: readonly string[],
): { fixes: number; files: number; newest: number | null } {
  const found = new Set<number>()
  let touched = 0
  for (const file of new Set(files)) {
    const hash = numberHash(file)
    let at = lowerBound(paths, hash)
    if (paths[at] === hash) touched++
    for (; paths[at] === hash; at++) found.add(fixes[at]!)
  }
  let newest: number | null = null
  for (const fix of found) newest = Math.max(newest ?? 0, times[fix] ?? 0)
  return { fixes: found.size, files: touched, newest }
}

function lowerBound(sorted: Float64Array, wanted: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < wanted) low = middle + 1
    else high = middle
  }
  return low
}

export function encodeFixIndex({ head, times, paths, fixes }: FixIndex): Uint8Array {
  const bytes = new Uint8Array(BODY_AT + paths.byteLength + fixes.byteLength + times.byteLength)
  bytes.set(Buffer.from(MAGIC + head.padEnd(HEAD_CHARS), 'latin1'))
  const view = new DataView(bytes.buffer)
  view.setUint32(COUNTS_AT, times.length, true)
  view.setUint32(COUNTS_AT + 4, paths.length, true)
  bytes.set(new Uint8Array(paths.buffer), BODY_AT)
  bytes.set(new Uint8Array(fixes.buffer), BODY_AT + paths.byteLength)
  bytes.set(new Uint8Array(times.buffer), BODY_AT + paths.byteLength + fixes.byteLength)
  return bytes
}

/** Null when it is none, or not a whole one. */
export function decodeFixIndex(bytes: Buffer): FixIndex | null {
  if (bytes.length < BODY_AT || bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  const head = bytes.toString('latin1', MAGIC.length, COUNTS_AT).trimEnd()
  const commits = bytes.readUInt32LE(COUNTS_AT)
  const postings = bytes.readUInt32LE(COUNTS_AT + 4)
  if (bytes.length !== BODY_AT + postings * 12 + commits * 4) return null
  // A copy: what was read may begin anywhere, and numbers of 8 bytes may not.
  const { buffer } = new Uint8Array(bytes)
  return {
    head,
    paths: new Float64Array(buffer, BODY_AT, postings),
    fixes: new Uint32Array(buffer, BODY_AT + postings * 8, postings),
    times: new Uint32Array(buffer, BODY_AT + postings * 12, commits),
  }
}
