import type * as z from 'zod/mini'
import { allowedWords } from '../schema/config.js'
import { unwrap } from './known-keys.js'

interface Bag {
  minimum?: number
  maximum?: number
  format?: string
}

/** What a schema allows, in words for an error message or an example file. */
export function allowedBy(schema: z.ZodMiniType): string {
  const bare = unwrap(schema)
  const words = allowedWords.get(bare)?.allowed
  if (words !== undefined) return words
  const def = bare._zod.def as { type: string; element?: z.ZodMiniType; shape?: object }
  switch (def.type) {
    case 'boolean':
      return 'true or false'
    case 'enum':
      return listed([...(bare._zod.values ?? [])].map(String))
    case 'number':
    case 'int':
      return numberWords(bare._zod.bag as Bag)
    case 'string':
      return 'a text that is not empty'
    case 'array':
      return `a list, each: ${allowedBy(def.element!)}`
    case 'object':
      return `a block with the keys ${Object.keys(def.shape!).join(', ')}`
    default:
      return 'a block of names and values'
  }
}

function listed(words: string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function numberWords({ minimum, maximum, format }: Bag): string {
  const kind = format === undefined ? 'a number' : 'a whole number'
  const hasEnd = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
  if (minimum === undefined) return kind
  return hasEnd ? `${kind} from ${minimum} to ${maximum}` : `${kind}, ${minimum} or more`
}
