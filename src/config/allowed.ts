import type * as z from 'zod/mini'
import { allowedWords } from '../schema/config.js'
import { unwrap } from './known-keys.js'

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
      return numberWords(bare)
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

function numberWords(schema: z.ZodMiniType): string {
  const def = schema._zod.def as { format?: string; checks?: { _zod: { def: object } }[] }
  const bounds = (def.checks ?? []).map(
    (check) => check._zod.def as { check: string; value: number },
  )
  const least = bounds.find(({ check }) => check === 'greater_than')?.value
  const most = bounds.find(({ check }) => check === 'less_than')?.value
  const kind = def.format === undefined ? 'a number' : 'a whole number'
  if (least === undefined) return kind
  return most === undefined ? `${kind}, ${least} or more` : `${kind} from ${least} to ${most}`
}
