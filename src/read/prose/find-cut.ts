import { lexiconSet } from './words.js'

/** Words on which no author ends: what they lead to is missing. */
const DANGLING = lexiconSet(
  `the a an and or but nor to of in into onto with within without for from by on at as via per which who
  whose where when while because since although if unless than then so is are was were be been being has
  have had will would can could should may might must its their your our my each every any some between
  through during after before about like using not also both either i we der die das ein eine und oder
  mit für von zu el la los las un una y o de con para por le les et ou avec pour par dans il lo gli e di
  da em os`,
  'dangling',
)

/** How a text breaks off. `sure`: no author would end there; else only a full stop is missing. */
export function findCut(text: string): { sure: boolean; tail: string } | null {
  const end = text.slice(-MAX_CHARS).trimEnd()
  if (end === '') return null
  const line = end.slice(end.lastIndexOf('\n') + 1).trim()
  const tail = line.slice(-80)
  if (isOpenFence(text)) return { sure: true, tail }
  if (line.startsWith('```') || line.startsWith('~~~')) return null
  const words = line.replace(/[*_`]{1,8}$/, '')
  // A lead-in to nothing: "Here is the fix:".
  if (/[,;:([{/&+=<、，：]$|[a-z]-$/.test(words)) return { sure: true, tail }
  if (isDangling(words) && !line.startsWith('#') && !line.startsWith('**'))
    return { sure: true, tail }
  // More was to come.
  if (/(?:\.\.\.|…)[*_]{0,2}$/.test(line) && !line.includes('?')) return { sure: true, tail }
  if (isOpenSpan(line) || isOpenSentence(line)) return { sure: true, tail }
  return /[.!?…)\]}"'`*_|>%。！？」』✓✔✅☑🎉🚀]$/u.test(line) ? null : { sure: false, tail }
}

/** The end is what counts. */
const MAX_CHARS = 4_000

const isDangling = (line: string): boolean =>
  DANGLING.has(line.slice(line.lastIndexOf(' ') + 1).toLowerCase())

function isOpenFence(text: string): boolean {
  let fences = 0
  for (const line of text.slice(-MAX_FENCED_CHARS).split('\n')) {
    const start = line.trimStart()
    if (start.startsWith('```') || start.startsWith('~~~')) fences += 1
  }
  return fences % 2 === 1
}

const MAX_FENCED_CHARS = 100_000

/** A backtick or a bracket of the last line that was never closed. */
function isOpenSpan(line: string): boolean {
  if (line.split('`').length % 2 === 0) return true
  const open = line.lastIndexOf('(')
  return open > line.lastIndexOf(')') && !/[.!?。]$/.test(line) && !/[:;]-?\($/.test(line)
}

/** Prose whose sentences end in full stops, all but the last: its author would have ended that too. */
function isOpenSentence(line: string): boolean {
  if (/^(?:[-*+•#>|]|\d{1,3}[.)])/.test(line)) return false
  const before = Math.max(line.lastIndexOf('. '), line.lastIndexOf('! '), line.lastIndexOf('? '))
  if (before === -1) return false
  const last = line.slice(before + 2)
  return last.split(' ').length >= 6 && /\s[a-zà-ÿ]+$/.test(last)
}
