/** Lines that fit a terminal: what is longer goes on below, further in. */
export function toWrapped(text: string, columns = 0): string {
  if (columns < 40) return text
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, columns))
    .join('\n')
}

function wrapLine(line: string, columns: number): string[] {
  if (line.length <= columns) return [line]
  const indent = `${/^ */.exec(line)![0]}  `
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const next = current === '' ? word : `${current} ${word}`
    if (next.length > columns && current.trim() !== '') {
      lines.push(current)
      current = `${indent}${word}`
    } else current = next
  }
  return [...lines, current]
}
