import { randomBytes } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { readOurText } from '../../util/read-bounded.js'
import { writeAtomic } from '../../util/write-atomic.js'

const TOKEN = /^[A-Za-z0-9_-]{43}$/

/**
 * The token of this project's server, kept so that a page outlives a restart. One that others could
 * read, or that is none, is replaced, and so is any where a new one is asked for.
 */
export async function openToken(file: string, { isNew }: { isNew: boolean }): Promise<string> {
  const known = isNew ? null : readToken(file)
  if (known !== null) return known
  const token = newSecret()
  await writeAtomic(file, `${token}\n`, { mode: 0o600 })
  return token
}

/** null when there is none that can be trusted. */
export function readToken(file: string): string | null {
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined || !stat.isFile()) return null
  const isPrivate = process.platform === 'win32' || (stat.mode & 0o077) === 0
  if (!isPrivate) return null
  const text = readOurText(file)?.trim() ?? ''
  return TOKEN.test(text) ? text : null
}

/** 256 unguessable bits, safe in an address. */
export const newSecret = (): string => randomBytes(32).toString('base64url')
