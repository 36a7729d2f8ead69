import { timestampName } from './names-on-disk.js'
import { randomHex } from './random-hex.js'

/** An id that sorts by its instant and can be a file name. */
export const uniqueId = (at: Date): string => `${timestampName(at)}-${randomHex(12)}`
