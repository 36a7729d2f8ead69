const MARK = 'SKILL_ACTION:'

/** The paragraphs that recommend a skill change: those with the mark, outside of code, whole. */
export function findSkillActions(text: string): string[] {
  return proseParagraphs(text).filter((paragraph) => paragraph.includes(MARK))
}

/** The skill that a recommendation wants retired; null when it wants something else. */
export function skillToRetire(recommendation: string): string | null {
  const match = /SKILL_ACTION:\s*retire\s+(?:the\s+skill\s+)?[`"']?([a-z0-9-]{1,64})\b/i
  return match.exec(recommendation)?.[1]?.toLowerCase() ?? null
}

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
