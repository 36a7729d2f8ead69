import { wordFinder } from '../prose/words.js'
import { deedsIn } from './deeds.js'

/** Names that a sentence orders to be renamed, replaced or removed everywhere. */
export function askedRemovals(sentence: string): string[] {
  if (findScope(sentence).size > 0) return []
  const found = deedsIn(sentence)
  const isRename = found.has('rename') || found.has('replace')
  if (!isRename && !found.has('remove')) return []
  const names = sentence
    .slice(0, MAX_CHARS)
    .split(SEPARATORS)
    .map((word) => word.replace(/\(\)$/, ''))
  const known = names.filter((name) => IDENTIFIER.test(name) && isDistinct(name))
  // Of a pair the first is to go.
  return isRename || known.length === 1 ? known.slice(0, 1) : []
}

const MAX_CHARS = 400
/** `fetchUser`, user_id, MAX_SIZE: a word of its own, in a code span or not. */
const SEPARATORS = /[\s`'",;:!?]+/
const IDENTIFIER = /^[A-Za-z_$][\w$]*(?:\.[A-Z][\w$]*)?$/

/** "Version" and "state" are the names of many things. */
const isDistinct = (name: string): boolean => name.length >= 6 && /_|[a-z]\.?[A-Z]|\d/.test(name)

/** It may stay somewhere: for older callers, in some files, under another name. */
const findScope = wordFinder({
  scope: `alias aliases deprecat* compat* backward* backwards keep keeps keeping except only shim temporarily if unless
    behalte behalten nur außer kompatib* alias mantén mantener solo salvo compatib* garde garder seulement sauf mantenha
    apenas mantieni soltanto tranne остав* только кроме zachowaj tylko alleen houd 互換 残 兼容 保留 仅 호환 유지`,
})
