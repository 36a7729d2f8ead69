import { headSafely } from '../../safety/clip-safely.js'

/** One simple command of a shell line. */
export interface CommandPart {
  /** As it was written, without what joins it to its neighbours. */
  text: string
  words: string[]
  /** What stands between it and the next one; empty at the end. */
  join: '' | '&&' | '||' | '|' | ';' | '&'
  /** The here-document that it reads; absent when it reads none. */
  body?: string
}

/**
 * A shell line in its simple commands, in their order. What a shell is given as a script (`sh -c '…'`, a
 * here-document, a subshell) is part of the line; quotes, substitutions and other here-documents are kept
 * whole, not understood: this reads what an agent ran, it never runs anything.
 */
export function splitCommand(line: string): readonly CommandPart[] {
  const known = latest.get(line)
  if (known !== undefined) return known
  if (latest.size >= MAX_LATEST) latest.clear()
  const parts = split(headSafely(line, MAX_CHARS)).flatMap((part) => expand(part, 0))
  if (line.length <= MAX_CHARS) latest.set(line, parts)
  return parts
}

// Agents run the same few lines again and again, and splitting them is most of the work.
const latest = new Map<string, readonly CommandPart[]>()
const MAX_LATEST = 256
/** Longer lines are read up to here: what they run stands in front. */
const MAX_CHARS = 16_000
/** Brackets and quotes in each other: deeper than any line that was written by hand. */
const MAX_NESTING = 50

function split(line: string): CommandPart[] {
  const parts: CommandPart[] = []
  let start = 0
  let index = 0
  let opened: string[] = []
  const close = (join: CommandPart['join'], width: number) => {
    const text = line.slice(start, index).trim()
    if (text !== '') parts.push({ text, words: splitWords(text), join })
    else if (join !== '' && join !== ';') joinLast(parts, join)
    index += width
    start = index
  }
  // The bodies of here-documents stand behind the line that opens them.
  const takeBodies = () => {
    for (const word of opened) {
      const end = endOfBody(line, index, word)
      const reader = parts.findLast(({ text, body }) => body === undefined && text.includes('<<'))
      if (reader !== undefined) reader.body = line.slice(index, end.from)
      index = end.to
    }
    start = index
    opened = []
  }
  while (index < line.length) {
    const skipped = skipQuoted(line, index)
    if (skipped > index) {
      index = skipped
      continue
    }
    const opening = openingAt(line, index)
    if (opening !== null) {
      opened.push(opening.word)
      index += opening.width
      continue
    }
    const joint = jointAt(line, index)
    if (joint === null) index += 1
    else {
      const isLineEnd = line[index] === '\n'
      close(joint.join, joint.width)
      if (isLineEnd && opened.length > 0) takeBodies()
    }
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
function skipQuoted(line: string, index: number, depth = 0): number {
  const char = line[index]
  if (char === '\\') return index + 2
  if (char === "'") return endOf(line, "'", index + 1)
  if (char === '"' || char === '`') return skipUntil(line, char, index + 1, depth)
  if (char === '$' && line[index + 1] === '(') return skipUntil(line, ')', index + 2, depth)
  if (char === '(') return skipUntil(line, ')', index + 1, depth)
  if (char === '#' && (index === 0 || /\s/.test(line[index - 1]!))) {
    const end = line.indexOf('\n', index)
    return end === -1 ? line.length : end
  }
  return index
}

function endOf(line: string, mark: string, from: number): number {
  const end = line.indexOf(mark, from)
  return end === -1 ? line.length : end + 1
}

function skipUntil(line: string, closing: string, from: number, depth: number): number {
  if (depth >= MAX_NESTING) return line.length
  let index = from
  while (index < line.length && line[index] !== closing) {
    const inner = line[index] === closing ? index : skipQuoted(line, index, depth + 1)
    index = inner > index ? inner : index + 1
  }
  return index + 1
}

/** `<<EOF`, `<<-'EOF'`; `<<<` is none. */
function openingAt(line: string, index: number): { word: string; width: number } | null {
  if (!line.startsWith('<<', index) || line[index + 2] === '<' || line[index - 1] === '<')
    return null
  const [all, , word] = /^<<-?\s*(['"]?)([\w.]+)\1/.exec(line.slice(index, index + 80)) ?? []
  return all === undefined || word === undefined ? null : { word, width: all.length }
}

function endOfBody(line: string, from: number, word: string): { from: number; to: number } {
  const end = new RegExp(`(?:^|\\n)[ \\t]*${word.replaceAll('.', '\\.')}[ \\t]*(?=\\n|$|\\))`).exec(
    line.slice(from),
  )
  if (end === null) return { from: line.length, to: line.length }
  return { from: from + end.index, to: from + end.index + end[0].length }
}

/** A script may have scripts in it, but only a few. */
const MAX_DEPTH = 3
const SHELL = /^(?:.*\/)?(?:ba|da|z|k)?sh$/

/** The commands of a script that a shell is given; the part itself where it is none. */
function expand(part: CommandPart, depth: number): CommandPart[] {
  const script = depth < MAX_DEPTH ? scriptOf(part) : null
  if (script === null) return [part]
  const parts = split(script).flatMap((inner) => expand(inner, depth + 1))
  const last = parts.at(-1)
  if (last === undefined) return [part]
  return [...parts.slice(0, -1), { ...last, join: last.join === '' ? part.join : last.join }]
}

function scriptOf({ text, words, body }: CommandPart): string | null {
  const inner = /^\(([\s\S]*)\)$/.exec(text)
  if (inner !== null) return inner[1]!
  const shell = words.findIndex((word) => SHELL.test(word) || word === 'eval')
  if (shell === -1 || !words.slice(0, shell).every(isBefore)) return null
  if (words[shell] === 'eval') return words.slice(shell + 1).join(' ')
  const flag = words.findIndex((word, at) => at > shell && /^-\w*c$/.test(word))
  if (flag !== -1) return words[flag + 1] ?? null
  return body !== undefined && words.length - shell <= 3 ? body : null
}

/** What may stand before a shell's name: variables and wrappers. */
const isBefore = (word: string): boolean =>
  /^(?:\w+=.*|sudo|env|nohup|nice|time|exec|command|timeout|gtimeout|-\S+|\d+\S?)$/.test(word)

function splitWords(text: string): string[] {
  const words = text.match(/(?:[^\s'"]|'[^']*'?|"(?:\\.|[^"\\])*"?)+/g) ?? []
  return words.slice(0, 60).map((word) => word.replace(/^(['"])(.*)\1$/s, '$2'))
}
