const MARK = 'SKILL_ACTION:'

// In any case, in bold or code, as an item of a list, with or without "the skill" before the name.
const RETIRE =
  /\bskill_action\b[\s*_`:]{0,8}retire[\s*_`:]{1,8}(?:the[\s*_`]{1,4})?(?:skill[\s*_`:]{1,4})?["'`*_]{0,4}([a-z0-9][a-z0-9-]{0,63})/i

/**
 * What an answer recommends for skills: for each line that retires one that line, for every other
 * paragraph with the mark, outside of code, the whole paragraph.
 */
export function findSkillActions(text: string): string[] {
  return proseParagraphs(text).flatMap((paragraph) => {
    const retirements = paragraph.split('\n').filter((line) => skillToRetire(line) !== null)
    if (retirements.length > 1) return retirements
    return retirements.length === 1 || paragraph.includes(MARK) ? [paragraph] : []
  })
}

/** The skill that a recommendation wants retired; null when it wants something else. */
export const skillToRetire = (recommendation: string): string | null =>
  RETIRE.exec(recommendation)?.[1]?.toLowerCase() ?? null

/** Whether an answer speaks of retiring a skill and recommends it in no way that can be carried out. */
export const seemsToRetire = (text: string): boolean =>
  proseParagraphs(text).some(
    (paragraph) =>
      /\bretir(?:e|ed|ing|ement)\b/i.test(paragraph) &&
      /\bskills?\b/i.test(paragraph) &&
      findSkillActions(paragraph).length === 0,
  )

/** What stands in a code fence is an example, and a fence ends a paragraph. */
function proseParagraphs(text: string): string[] {
  const paragraphs: string[][] = [[]]
  let fence: string | null = null
  for (const line of text.split(/\r?\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null
    if (fence !== null) {
      const closes = mark?.[0] === fence[0] && mark!.length >= fence.length
      if (closes && line.trim() === mark) fence = null
    } else if (mark !== null) {
      fence = mark
      paragraphs.push([])
    } else if (line.trim() === '') paragraphs.push([])
    else paragraphs.at(-1)!.push(line)
  }
  return paragraphs.map((lines) => lines.join('\n').trim()).filter((text) => text !== '')
}
