/**
 * Our lines in a repository's `info/exclude`. The text before comes in, the text after goes out,
 * and every other byte stays as it was. What has to be undone besides the lines stands in the
 * first of them, so that taking the block out gives back the bytes that were there before.
 */
const BEGIN = '# >>> skills installed by reflectory'
const END = '# <<< skills installed by reflectory'
const NEW_FILE = ' (new file)'
const NO_NEWLINE = ' (no newline before)'

/** The text with exactly these lines of ours; null stands for no file, on both sides. */
export function withExcludes(text: string | null, lines: readonly string[]): string | null {
  const bare = withoutBlock(text)
  if (lines.length === 0) return bare
  const isNew = bare === null
  const lacksNewline = !isNew && bare !== '' && !bare.endsWith('\n')
  const begin = `${BEGIN}${isNew ? NEW_FILE : ''}${lacksNewline ? NO_NEWLINE : ''}`
  return `${bare ?? ''}${lacksNewline ? '\n' : ''}${[begin, ...lines, END].join('\n')}\n`
}

function withoutBlock(text: string | null): string | null {
  if (text === null) return null
  const start = startOfLine(text, BEGIN, 0)
  if (start === -1) return text
  const end = startOfLine(text, END, start)
  // A block that was cut: only its first line is certainly ours.
  const last = text.indexOf('\n', end === -1 ? start : end)
  const after = last === -1 ? '' : text.slice(last + 1)
  const [begin = ''] = text.slice(start).split('\n', 1)
  const before = text.slice(0, start)
  if (before + after === '' && begin.includes(NEW_FILE)) return null
  const isJoined = after === '' && begin.includes(NO_NEWLINE)
  return (isJoined ? before.slice(0, -1) : before) + after
}

function startOfLine(text: string, line: string, from: number): number {
  if (text.startsWith(line, from)) return from
  const at = text.indexOf(`\n${line}`, from)
  return at === -1 ? -1 : at + 1
}
