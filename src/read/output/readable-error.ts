import type { CheckError } from '../../schema/episode.js'

/** A normalised message for a person's eyes: its name back in place, dots for other values. */
export function readableError({ message, symbol }: CheckError): string | null {
  if (message === null) return null
  const named = symbol === null ? message : message.replace('<value>', () => `'${symbol}'`)
  return named.replaceAll(/<(?:value|duration|time|id|address)>|#(?:[.:]?#)*/g, '…')
}
