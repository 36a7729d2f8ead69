import { shortHash } from './loose-json.js'

const ENTITIES: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&amp;': '&',
  '&quot;': '"',
  '&#39;': "'",
}
const KEPT_CHARS = 2_000

/** Stands for a text that may come back with other white space, escaped, or cut at its end. */
export const textKey = (text: string): string =>
  shortHash(
    text
      .replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => ENTITIES[entity]!)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, KEPT_CHARS),
  )
