import path from 'node:path'
import { readOurBytes } from '../../util/read-bounded.js'
import { parseWeights, shippedWeights } from './weights.js'
import type { Weights } from './weights.js'

/** Where a user's own corrections and the weights made from them lie, beside the projects' folders. */
export const readerDir = (stateDir: string): string => path.join(path.dirname(stateDir), 'reader')

export const ownWeightsFile = (folder: string): string => path.join(folder, 'acts.bin')
export const correctionsFile = (folder: string): string => path.join(folder, 'corrections.jsonl')

/** What the reader of this user knows: their own weights, or those that are shipped. */
export function actWeights(folder: string): Weights | null {
  const shipped = shippedWeights('acts')
  return (shipped === null ? null : readOwn(folder, shipped)) ?? shipped
}

const MAX_WEIGHTS_BYTES = 64 * 1024 * 1024

/** Made from other weights than these, they are out of date; broken, they are none. */
function readOwn(folder: string, shipped: Weights): Weights | null {
  const bytes = readOurBytes(ownWeightsFile(folder), MAX_WEIGHTS_BYTES)
  if (bytes === null) return null
  try {
    const own = parseWeights(bytes)
    return own.corpusHash === shipped.corpusHash && own.rows === shipped.rows ? own : null
  } catch {
    return null
  }
}
