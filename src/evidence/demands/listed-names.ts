import { splitMessage } from '../message/split-message.js'
import { isQuestion } from '../message/find-ask.js'
import { saysNo } from '../message/says-no.js'
import { isConditional } from './asked-files.js'

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
  if (!/^[A-Za-z_$][\w$-]{2,40}$/.test(bare)) return null
  return bare !== token.replace(/\(\)$|\.$/, '') || /[A-Z_]|\w\d/.test(bare) ? bare : null
}
