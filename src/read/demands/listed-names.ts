import { isQuestion } from '../prose/find-ask.js'
import { saysNo } from '../prose/says-no.js'
import { splitMessage } from '../prose/split-message.js'
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
    .filter(({ form, text }) => form !== 'code' && form !== 'quote' && !isOpen(text))
    .map(({ text }) => text.replaceAll(/\([^()]*\)/g, ' '))
    .flatMap((text) => [...(text.match(LISTS) ?? []).map(namesIn), text.match(FLAGS) ?? []])
    .map((names) => [...new Set(names)])
    .filter((names) => names.length > 1 && names.length <= MAX_NAMES)
    .slice(0, MAX_LISTS)
}

/** Files that a message lists together: "README.de.md, README.fr.md and README.es.md". */
export const listedFiles = (message: string): string[][] =>
  message.length > MAX_TYPED
    ? []
    : splitMessage(message)
        .filter(({ form, text }) => form !== 'code' && form !== 'quote' && !isOpen(text))
        .flatMap(({ text }) => text.replaceAll('`', '').match(FILE_LISTS) ?? [])
        .map((list) => list.match(FILES) ?? [])
        .slice(0, MAX_LISTS)

/**
 * Items of a numbered or marked list, each by the marks that its code or text would have: files, quoted words, names,
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
    .map((item) => (item.match(MARK) ?? []).map((mark) => mark.replaceAll(/^[`"“]|[`"”]$/g, '')))
    .filter((marks) => marks.length > 0)
}

const isOpen = (text: string): boolean => isQuestion(text) || saysNo(text) || isConditional(text)

const ITEM = /^\s{0,6}(?:[-*•]|\(?\d{1,2}[.)])\s+/
const INLINE_ITEM = /(?:^|\s)\(?\d[.)]\s/
const MARK =
  /(?<![\w/.-])(?:[\w.-]{1,60}\/){1,8}[\w.-]{1,60}\.[a-z]{1,5}(?![\w/])|`[^`\n]{2,40}`|["“][A-Z][^"”\n]{2,40}["”]|(?<![\w-])--[a-z][\w-]{2,30}|(?<![\w.-])(?:[A-Z][A-Za-z]*-)+[A-Z][a-z]\w*|(?<![\w.])\d{1,3}\.\d{1,3}\.\d{1,3}(?![\w.])|(?<![\w.])[a-z]+(?:[A-Z][a-z]+|_[a-z]+)+(?!\w)/g

/** A span, a quoted title, or a word that is written as a name; runs of them with nothing but joints between. */
const NAME = String.raw`(?:\x60[A-Za-z_$][\w$-]{2,40}(?:\(\))?\x60|"[A-Z][^"\n]{2,40}"|(?<![\w.$/-])[A-Za-z_$][\w$]{2,40}(?:\(\))?(?![\w$/-]|\.\w))`
const JOINT = String.raw`(?:\s{0,3}[,、，&]\s{0,3}(?:(?:and|und|y|e|et|и|o|or)\s)?|\s(?:and|und|y|e|et|и|o|or)\s)`
const LISTS = new RegExp(`${NAME}(?:${JOINT}${NAME})+`, 'g')
const NAMES = new RegExp(NAME, 'g')
const FILE = String.raw`(?<![\w./-])[\w-][\w./-]{0,80}\.[a-z]{2,5}(?![\w/])`
const FILE_LISTS = new RegExp(`${FILE}(?:${JOINT}${FILE})+`, 'g')
const FILES = new RegExp(FILE, 'g')
const FLAGS = /(?<![\w-])--[a-z][\w-]{2,30}/g

const namesIn = (list: string): string[] =>
  (list.match(NAMES) ?? []).flatMap((token) => {
    const bare = token.replaceAll(/[`"]/g, '').replace(/\(\)$/, '')
    // FIFO, JSON: a word of many texts, not a name.
    const isName =
      bare !== token.replace(/\(\)$/, '') || (/[A-Z_]|\w\d/.test(bare) && !/^[A-Z\d]+$/.test(bare))
    return isName ? [bare] : []
  })
