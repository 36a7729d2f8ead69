import { hasWord } from '../../util/has-word.js'
import { longPattern } from '../../util/long-pattern.js'

const MARK = 'SKILL_ACTION:'

// In any case, in bold or code, as an item of a list.
const RETIRE = /\bskill_action\b[\s*_`:]{0,8}retire(?![a-z])([^\n]{0,1000})/i

/**
 * What an answer recommends for skills: one text for each skill that a line retires, and for every other
 * paragraph with the mark, outside of code, the whole paragraph.
 */
export function findSkillActions(text: string): string[] {
  return paragraphsOf(text)
    .filter(({ isCode }) => !isCode)
    .flatMap(({ text: paragraph }) => {
      const lines = paragraph.split('\n')
      const retired = lines.flatMap((line) =>
        skillsToRetire(line).map((skill) => ({ skill, line })),
      )
      if (retired.length > 1) return retired.map(({ skill, line }) => retireOne(skill, line))
      return retired.length === 1 || paragraph.includes(MARK) ? [paragraph] : []
    })
}

const retireOne = (skill: string, line: string): string =>
  skillsToRetire(line).length === 1 ? line : `${MARK} retire ${skill}: ${line}`

/** The skills that a recommendation wants retired; none when it wants something else. */
export function skillsToRetire(recommendation: string): string[] {
  const [, rest = ''] = RETIRE.exec(recommendation) ?? []
  const words =
    rest.replaceAll(/[*_`"':]/g, (mark) => (mark === ':' ? ' : ' : ' ')).match(WORD) ?? []
  const first = words.findIndex((word) => !BEFORE_NAME.has(word.toLowerCase()))
  if (first === -1) return []
  const names: string[] = []
  for (let at = first; at < words.length; at += 1) {
    const name = words[at]!.toLowerCase()
    const next = words[at + 1]?.toLowerCase()
    // Behind "and" a verb may follow: a name ends there, or is followed by another.
    if (!NAME.test(name) || (at > first && next !== undefined && !ENDS_NAME.has(next))) break
    names.push(name)
    if (next === undefined || !JOINTS.has(next)) break
    at += words[at + 2]?.toLowerCase() === 'and' ? 2 : 1
  }
  return [...new Set(names)]
}

const WORD = /[\p{L}\p{N}-]+|[^\s\p{L}\p{N}]/gu
const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/
const BEFORE_NAME: ReadonlySet<string> = new Set(['the', 'skill', 'skills', ':', 'both'])
const JOINTS: ReadonlySet<string> = new Set([',', '&', 'and'])
const ENDS_NAME: ReadonlySet<string> = new Set([
  ...JOINTS,
  '.',
  ';',
  ':',
  '(',
  ')',
  'because',
  'since',
  'as',
])

/**
 * Whether an answer speaks of doing away with a skill and recommends it in no way that can be carried out: in
 * other words, or in a code fence. `known` are the skills that there are.
 */
export function seemsToRetire(text: string, known: readonly string[] = []): boolean {
  const retired = new Set(findSkillActions(text).flatMap(skillsToRetire))
  return paragraphsOf(text).some(({ text: paragraph, isCode }) => {
    if (isCode) return skillsToRetire(paragraph).some((skill) => !retired.has(skill))
    if (!GOES.test(paragraph) || findSkillActions(paragraph).length > 0) return false
    const named = known.filter((skill) => hasWord(paragraph, skill))
    if (named.length > 0) return named.some((skill) => !retired.has(skill))
    return /\bskills?\b/i.test(paragraph) && retired.size === 0
  })
}

const GOES = longPattern('i')`
    \b(?:retir(?:e|ed|ing|ement)|remov(?:e|ed|ing|al)|delet(?:e|ed|ing|ion)
    |drop(?:ped|ping)?|discard(?:ed|ing)?|disabl(?:e|ed|ing)
    |(?:get|getting|be) rid of|do away with|take out|taken out)\b`

interface Paragraph {
  text: string
  /** What stands in a code fence is an example, and a fence ends a paragraph. */
  isCode: boolean
}

function paragraphsOf(text: string): Paragraph[] {
  const paragraphs: { lines: string[]; isCode: boolean }[] = [{ lines: [], isCode: false }]
  const begin = (isCode: boolean): void => void paragraphs.push({ lines: [], isCode })
  let fence: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (
      fence !== null &&
      mark?.[0] === fence[0] &&
      mark!.length >= fence.length &&
      line.trim() === mark
    ) {
      fence = null
      begin(false)
    } else if (fence === null && mark !== null) {
      fence = mark
      begin(true)
    } else if (fence === null && line.trim() === '') begin(false)
    else paragraphs.at(-1)!.lines.push(line)
  }
  return paragraphs
    .map(({ lines, isCode }) => ({ text: lines.join('\n').trim(), isCode }))
    .filter((paragraph) => paragraph.text !== '')
}
