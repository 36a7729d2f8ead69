const DEFAULT_COLUMNS = 80
const MAX_COLUMNS = 100

/** Help whose paragraphs fit the terminal. What is indented, such as examples, stays as it is. */
export function wrapHelp(text: string, columns = DEFAULT_COLUMNS): string {
  const width = Math.min(columns, MAX_COLUMNS)
  return text.replaceAll(/^\S.*(?:\n\S.*)*/gm, (prose) => wrap(prose.split(/\s+/), width, ''))
}

/** Lines that fit a terminal: what is longer goes on below, further in. */
export function indentWrapped(text: string, columns = 0): string {
  if (columns < 40) return text
  return text
    .split('\n')
    .map((line) =>
      line.length <= columns ? line : wrap(line.split(' '), columns, `${/^ */.exec(line)![0]}  `),
    )
    .join('\n')
}

function wrap(words: readonly string[], width: number, indent: string): string {
  const lines: string[] = []
  let line = words[0] ?? ''
  for (const word of words.slice(1)) {
    const longer = `${line} ${word}`
    if (longer.length <= width || line.trim() === '') line = longer
    else {
      lines.push(line)
      line = `${indent}${word}`
    }
  }
  return [...lines, line].join('\n')
}
