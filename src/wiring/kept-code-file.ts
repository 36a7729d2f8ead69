/**
 * What a file of compiled code looks like: how often the code was kept, a digest, and the code twice. The hook
 * compares the two copies, which needs no crypto; doctor and status hold them against the digest.
 */
import path from 'node:path'
import { listOurs } from '../util/our-folder.js'
import { readOurBytes } from '../util/read-bounded.js'

/** All that is ever deleted in the folder. */
export const KEPT_NAME =
  /^answer-v[\w.+-]{1,120}-[A-Za-z]{1,40}\.code(?:\.\d{1,10}\.(?:used|new))?$/

const DIGEST_AT = 8
const DIGEST_BYTES = 32
/** Twice what V8 makes of the whole program, many times over. */
export const MAX_CODE_BYTES = 64 * 1024 * 1024
/** V8 copies code that is not aligned. */
export const HEADER_BYTES = DIGEST_AT + DIGEST_BYTES

export function makeHeader(times: number, data: Buffer): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt32LE(times)
  digestOf(data).copy(header, DIGEST_AT)
  return header
}

/** Names of files whose code is not what a hook kept, as far as the digest tells. */
export const listChangedCode = (folder: string): string[] =>
  listOurs(folder, KEPT_NAME)
    .filter((name) => name.endsWith('.code'))
    .filter((name) => isChanged(path.join(folder, name)))

function isChanged(file: string): boolean {
  const bytes = readOurBytes(file, MAX_CODE_BYTES)
  // A hook has just thrown it away, or will.
  if (bytes === null) return false
  const data = bytes.subarray(HEADER_BYTES, HEADER_BYTES + (bytes.length - HEADER_BYTES) / 2)
  return !digestOf(data).equals(bytes.subarray(DIGEST_AT, HEADER_BYTES))
}

/** Loaded here: a hook makes one at most three times. */
const digestOf = (data: Buffer): Buffer =>
  process.getBuiltinModule('node:crypto').createHash('sha256').update(data).digest()
