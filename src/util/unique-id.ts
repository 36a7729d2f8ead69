import { randomBytes } from 'node:crypto'
import { timestampName } from './names-on-disk.js'

/** An id that sorts by its instant and can be a file name. */
export const uniqueId = (at: Date): string =>
  `${timestampName(at)}-${randomBytes(6).toString('hex')}`
