const DEFAULT_COLUMNS = 80
const MAX_COLUMNS = 100

/** Help whose paragraphs fit the terminal. What is indented, such as examples, stays as it is. */
export function wrapHelp(text: string, columns = DEFAULT_COLUMNS): string {
  const width = Math.min(columns, MAX_COLUMNS)
  return text.replaceAll(/^\S.*(?:\n\S.*)*/gm, (prose) => wrap(prose.split(/\s+/), width))
}

function wrap(words: readonly string[], width: number): string {
  const lines: string[] = []
  for (const word of words) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (longer.length <= width || lines.length === 0) lines.splice(-1, 1, longer)
    else lines.push(word)
  }
  return lines.join('\n')
}
