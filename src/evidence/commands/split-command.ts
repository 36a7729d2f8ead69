/** One simple command of a shell line. */
export interface CommandPart {
  /** As it was written, without what joins it to its neighbours. */
  text: string
  words: string[]
  /** What stands between it and the next one; empty at the end. */
  join: '' | '&&' | '||' | '|' | ';' | '&'
}

/**
 * A shell line in its simple commands. Quotes, substitutions and here-documents are kept whole, not
 * understood: this reads what an agent ran, it never runs anything.
 */
export function splitCommand(line: string): readonly CommandPart[] {
  const known = latest.get(line)
  if (known !== undefined) return known
  if (latest.size >= MAX_LATEST) latest.clear()
  const parts = split(line)
  latest.set(line, parts)
  return parts
}

// Agents run the same few lines again and again, and splitting them is most of the work.
const latest = new Map<string, readonly CommandPart[]>()
const MAX_LATEST = 256

function split(line: string): CommandPart[] {
  const parts: CommandPart[] = []
  let start = 0
  let index = 0
  const close = (join: CommandPart['join'], width: number) => {
    const text = line.slice(start, index).trim()
    if (text !== '') parts.push({ text, words: splitWords(text), join })
    else if (join !== '' && join !== ';') joinLast(parts, join)
    index += width
    start = index
  }
  while (index < line.length) {
    const skipped = skipQuoted(line, index)
    if (skipped > index) {
      index = skipped
      continue
    }
    const joint = jointAt(line, index)
    if (joint === null) index += 1
    else close(joint.join, joint.width)
  }
  close('', 0)
  const last = parts.at(-1)
  if (last !== undefined && last.join !== '&') last.join = ''
  return parts
}

/** `make &&` with a line break after it: the operator belongs to the command before. */
function joinLast(parts: CommandPart[], join: CommandPart['join']): void {
  const last = parts.at(-1)
  if (last !== undefined && last.join === ';') last.join = join
}

function jointAt(line: string, index: number): { join: CommandPart['join']; width: number } | null {
  const two = line.slice(index, index + 2)
  if (two === '&&' || two === '||') return { join: two, width: 2 }
  if (two === '|&') return { join: '|', width: 2 }
  // `2>&1` and `&>file` are redirections.
  if (line[index] === '&' && line[index - 1] !== '>' && line[index + 1] !== '>') {
    return { join: '&', width: 1 }
  }
  if (line[index] === '|' && line[index - 1] !== '>') return { join: '|', width: 1 }
  if (line[index] === ';' || line[index] === '\n') return { join: ';', width: 1 }
  return null
}

/** The end of the quoted stretch that begins here; the same index when none does. */
function skipQuoted(line: string, index: number): number {
  const char = line[index]
  if (char === '\\') return index + 2
  if (char === "'") return endOf(line, "'", index + 1)
  if (char === '"' || char === '`') return skipUntil(line, char, index + 1)
  if (char === '$' && line[index + 1] === '(') return skipUntil(line, ')', index + 2)
  if (char === '(') return skipUntil(line, ')', index + 1)
  if (char === '#' && (index === 0 || /\s/.test(line[index - 1]!))) {
    const end = line.indexOf('\n', index)
    return end === -1 ? line.length : end
  }
  if (line.startsWith('<<', index) && line[index + 2] !== '<') return skipHereDocument(line, index)
  return index
}

function endOf(line: string, mark: string, from: number): number {
  const end = line.indexOf(mark, from)
  return end === -1 ? line.length : end + 1
}

function skipUntil(line: string, closing: string, from: number): number {
  let index = from
  while (index < line.length && line[index] !== closing) {
    const inner = line[index] === closing ? index : skipQuoted(line, index)
    index = inner > index ? inner : index + 1
  }
  return index + 1
}

function skipHereDocument(line: string, index: number): number {
  const [all, , word] = /^<<-?\s*(['"]?)([\w.]+)\1/.exec(line.slice(index, index + 80)) ?? []
  if (all === undefined || word === undefined) return index
  const rest = line.slice(index)
  const end = new RegExp(`\\n\\s*${word.replaceAll('.', '\\.')}[ \\t]*(?=\\n|$|\\))`).exec(rest)
  // The rest of the opening line still belongs to the shell.
  const lineEnd = rest.indexOf('\n')
  if (end === null || lineEnd === -1) return line.length
  const opening = rest.slice(all.length, lineEnd)
  return /[|&;]/.test(opening) ? index + all.length : index + end.index + end[0].length
}

function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s'"]|'[^']*'?|"(?:\\.|[^"\\])*"?)+/g) ?? []
  return words.slice(0, 60).map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
}
