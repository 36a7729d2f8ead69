import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** A data file of the program; null when it is not there. */
export function readShippedFile(kind: keyof typeof PLACES, name: string): Buffer | null {
  for (const place of PLACES[kind]) {
    try {
      return readFileSync(path.join(here(), place, name))
    } catch {
      // Looked for in the next place.
    }
  }
  return null
}

/** Beside the hook that this file was put into; or in the package, whose folders lie as they do here. */
const PLACES = {
  weights: ['weights', '../read/prose/weights'],
  lexicon: ['lexicon', '../data/lexicon'],
} as const

/** A bundle has a path in the place of its URL. */
function here(): string {
  const url = import.meta.url
  return path.dirname(url.startsWith('file:') ? fileURLToPath(url) : url)
}
