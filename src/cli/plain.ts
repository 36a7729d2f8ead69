import { stripControlCharacters } from '../safety/control-characters.js'

/** Foreign text as a terminal may show it: on one line, and nothing in it that a terminal obeys. */
export const plain = (text: string): string =>
  stripControlCharacters(text).replaceAll(/\s+/g, (space) => (/[\n\t]/.test(space) ? ' ' : space))
