import { shortHash } from './loose-json.js'

/** A key of a text that is the same but for white space, long runs of digits and durations. */
export const looseKey = (text: string): string =>
  shortHash(
    text
      .replace(/\d(?<!\d\d)\d*(?:\.\d+)? ?m?s\b/g, '#s')
      .replace(/\d{4,}/g, '#')
      .replace(/\s{2,}|[^\S ]/g, ' ')
      .trim(),
  )
