import { sha256 } from './sha256.js'

const MAX_LENGTH = 64

/** An instant as it stands in file names: `YYYYMMDDTHHMMSSmmmZ`. */
export const timestampName = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '')

/**
 * An id as it stands in file names. What a file system or a path could misread becomes `_`; when
 * anything was changed, a short hash keeps two different ids apart.
 */
export function idName(id: string): string {
  const safe = id.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, MAX_LENGTH)
  // A leading dot would hide the file, or mean a folder.
  const plain = /^\.*$/.test(safe) ? '_' : safe.replace(/^\./, '_')
  return plain === id ? id : `${plain}-${shortHash(id)}`
}

const shortHash = (text: string): string => sha256(text).slice(0, 8)
