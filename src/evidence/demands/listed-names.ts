import { splitMessage } from '../message/split-message.js'
import { isQuestion } from '../message/find-ask.js'
import { saysNo } from '../message/says-no.js'
import { isConditional } from './deeds.js'

/** What is longer was pasted. */
const MAX_TYPED = 1_500
const MAX_LISTS = 3
const MAX_NAMES = 8

/**
 * Names that a message lists together: "Reverse, IsPalindrome and Capitalize", "`--json` and `--quiet`". Where one
 * of a list was made, the others were to be made as well, whatever the verb.
 */
export function listedNames(message: string): string[][] {
  if (message.length > MAX_TYPED) return []
  return splitMessage(message)
    .filter(({ form }) => form !== 'code' && form !== 'quote')
    .map(({ text }) => text.replaceAll(/\([^()]*\)/g, ' '))
    .flatMap((text) => (isOpen(text) ? [] : [...listsIn(text), flagsIn(text)]))
    .filter((names) => names.length > 1 && names.length <= MAX_NAMES)
    .slice(0, MAX_LISTS)
}

/**
 * Items of a numbered or marked list, each by the marks that its code or text would have: quoted words, names,
 * headers, options, versions. An item without such a mark is left out.
 */
export function listedItems(message: string): string[][] {
  if (message.length > MAX_TYPED) return []
  const lines = message.split('\n').filter((line) => ITEM.test(line))
  const items = lines.length > 1 ? lines : message.split(INLINE_ITEM).slice(1)
  if (items.length < 2 || items.length > MAX_NAMES) return []
  return items
    .map((item) => item.replace(ITEM, ''))
    .filter((item) => !isOpen(item))
    .map((item) => [...item.matchAll(MARK)].map(([mark]) => mark.replaceAll(/^[`"“]|[`"”]$/g, '')))
    .filter((marks) => marks.length > 0)
}

const ITEM = /^\s{0,6}(?:[-*•]|\(?\d{1,2}[.)])\s+/
const INLINE_ITEM = /(?:^|\s)\(?\d[.)]\s/
const MARK =
  /(?<![\w/.-])(?:[\w.-]{1,60}\/){1,8}[\w.-]{1,60}\.[a-z]{1,5}(?![\w/])|`[^`\n]{2,40}`|["“][A-Z][^"”\n]{2,40}["”]|(?<![\w-])--[a-z][\w-]{2,30}|(?<![\w.-])(?:[A-Z][A-Za-z]*-)+[A-Z][a-z]\w*|(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])|(?<![\w.])[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+(?!\w)/g

const isOpen = (text: string): boolean => isQuestion(text) || saysNo(text) || isConditional(text)

const flagsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/(?<![\w-])--[a-z][\w-]{2,30}/g)].map(([flag]) => flag)),
]

/** Runs of names with nothing but joints between them. */
function listsIn(text: string): string[][] {
  const lists: string[][] = []
  let open: string[] = []
  let isJoined = false
  for (const [token] of text.matchAll(TOKEN)) {
    if (JOINTS.has(token.toLowerCase())) {
      isJoined = true
      continue
    }
    const name = nameIn(token)
    if (name === null || !isJoined) {
      if (open.length > 1) lists.push(open)
      open = name === null ? [] : [name]
    } else open.push(name)
    isJoined = false
  }
  if (open.length > 1) lists.push(open)
  return lists
}

const TOKEN = /`[^`\n]{1,60}`|"[^"\n]{1,60}"|[\w$][\w$.()-]*|[,、，&]|[^\s\w]/g
const JOINTS = new Set(', 、 ， & and und y e et и и o or'.split(' '))

/** A span or a quote, or a word that is written as a name: with a capital or as code. */
function nameIn(token: string): string | null {
  const bare = token.replaceAll(/[`"]/g, '').replace(/\(\)$|\.$/, '')
  // A title of several words is one where it is quoted.
  if (/^"\p{Lu}[^"]* [^"]*"$/u.test(token)) return bare
  if (!/^[A-Za-z_$][\w$-]{2,40}$/.test(bare)) return null
  const isMarked = bare !== token.replace(/\(\)$|\.$/, '')
  // FIFO, JSON: a word of many texts, not a name.
  if (!isMarked && /^[A-Z\d]+$/.test(bare)) return null
  return isMarked || /[A-Z_]|\w\d/.test(bare) ? bare : null
}
