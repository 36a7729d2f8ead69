/**
 * The entries of any settings file: its lines, list items, keys and tags, each with the heads that it
 * stands under. One form for all notations, so that white space and line breaks make no difference.
 */
export interface Entry {
  /** As written, trimmed; a tag `<a>b</a>` is `a: b`. */
  text: string
  /** The heads around it, innermost first. */
  under: readonly string[]
  /** Its line, from 0 on. */
  line: number
}

/** `text`: without comments. */
export function readEntries(file: string, text: string): Entry[] {
  const pieces = MARKUP.test(file) ? splitTags(text) : splitLines(text, BRACKETS.exec(file)?.[0])
  return nest(pieces)
}

interface Piece {
  text: string
  depth: number
  line: number
  /** It names the piece around it: the plugin of a list of plugins. */
  names?: boolean
}

const MAX_PIECES = 6000
const MAX_HEADS = 12
const MARKUP = /\.(?:xml|csproj|fsproj|props|targets|runsettings|ruleset)(?:\.dist)?$/
/** Files whose lists and maps stand in brackets, at least some of them. */
const BRACKETS = /\.(?:[cm]?[jt]sx?|jsonc?5?|gradle|kts|groovy|toml|ya?ml|neon)$|rc$/
const OPEN = '{['
const CLOSE = '}]'

function nest(pieces: readonly Piece[]): Entry[] {
  const stack: Piece[] = []
  return pieces.slice(0, MAX_PIECES).map(({ text, depth, line, names }) => {
    while (stack.length > 0 && stack.at(-1)!.depth >= depth) stack.pop()
    const under = stack
      .slice(-MAX_HEADS)
      .map((head) => head.text)
      .toReversed()
    const around = stack.at(-1)
    if (names === true && around !== undefined) around.text += ` ${text}`
    stack.push({ text, depth, line })
    return { text, under, line }
  })
}

/** By indent, and within brackets by their depth. A section holds all up to the next. */
function splitLines(text: string, kind: string | undefined): Piece[] {
  const pieces: Piece[] = []
  const isYaml = /ya?ml$/.test(kind ?? '')
  const open: string[] = []
  let base = 0
  for (const [number, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    if (pieces.length >= MAX_PIECES) break
    if (open.length === 0) base = depthOf(line)
    const add = (part: string): void => {
      const plain = part.replaceAll(/^[\s,;)]+|(?<![\s,])[\s,]+$/g, '')
      if (/[\w!~]/.test(plain))
        pieces.push({ text: plain, depth: base + open.length * STEP, line: number })
    }
    // A section of its own, or a file that has no brackets.
    if (kind === undefined || (open.length === 0 && SECTION.test(line))) {
      add(line)
      const given = line.slice(0, MAX_GIVEN).split(/\bPROPERTIES\b/)[1] ?? ''
      for (const [pair] of given.matchAll(/\b\w+[ \t]+[^\s)]+/g))
        pieces.push({ text: pair, depth: base + STEP, line: number })
    } else splitBrackets(line, open, isYaml, add)
  }
  return pieces
}

const STEP = 10_000
/** What CMake gives a test: names and values by turns. */
const MAX_GIVEN = 1000
const SECTION = /^\s*\[\[?[^\]=]+\]\]?\s*$/

/** An item of a list stands under a key of the same column. */
const depthOf = (line: string): number => {
  if (SECTION.test(line)) return -1
  const indent = /^\s*/.exec(line)![0].length
  return 2 * indent + (/^\s*-\s/.test(line) ? 1 : 0)
}

function splitBrackets(
  line: string,
  open: string[],
  isYaml: boolean,
  add: (part: string) => void,
): void {
  let from = 0
  let at = 0
  const rounds = [0]
  const isList = (): boolean =>
    !isYaml || open.length > 0 || /[:-]\s*$/.test(line.slice(Math.max(from, at - NEAR), at))
  while (at < line.length) {
    const char = line[at]!
    if (char === '"' || char === "'" || char === '`') {
      at = endOfText(line, at)
      continue
    }
    if (char === '(') rounds[0] = rounds[0]! + 1
    if (char === ')') rounds[0] = Math.max(0, rounds[0]! - 1)
    if (OPEN.includes(char) && open.length < MAX_OPEN && isList()) {
      add(line.slice(from, at + 1))
      open.push(char)
      rounds.unshift(0)
      from = at + 1
    } else if (CLOSE.includes(char) && open.length > 0) {
      add(line.slice(from, at))
      open.pop()
      if (rounds.length > 1) rounds.shift()
      from = at + 1
    } else if (open.length > 0 && rounds[0] === 0 && endsPart(char, open.at(-1)!, line, from, at)) {
      add(line.slice(from, at))
      from = at + 1
    }
    at += 1
  }
  add(line.slice(from))
}

const MAX_OPEN = 60
/** What says that a list follows stands right before it. */
const NEAR = 80

/** Words of one call are apart by commas as well; in a map a comma follows a key's value. */
const endsPart = (char: string, open: string, line: string, from: number, at: number): boolean =>
  char === ';' || (char === ',' && (open === '[' || /^\s*["'\w.-]+\s*:/.test(line.slice(from, at))))

/** What is not closed on its line was an apostrophe. */
function endOfText(line: string, at: number): number {
  for (let index = at + 1; index < line.length; index += 1) {
    if (line[index] === '\\') index += 1
    else if (line[index] === line[at]) return index + 1
  }
  return at + 1
}

const TAG = /<(\/?)([\w.:-]+)(?![\w.:-])([^<>]*)>([^<]*)/g
const MAX_ATTRIBUTES = 1000
const ATTRIBUTE = /(?<![\w.:-])([\w.:-]+)\s*=\s*(["'])(.*?)\2/g
/** Children that say which of its kind a tag is. */
const NAMING = new Set(['artifactId', 'id', 'name'])

function splitTags(text: string): Piece[] {
  const pieces: Piece[] = []
  let depth = 0
  for (const [, end, tag, rest, content] of text.matchAll(TAG)) {
    if (pieces.length >= MAX_PIECES) break
    if (end === '/') {
      depth = Math.max(0, depth - 1)
      continue
    }
    const value = content!.trim()
    const names = NAMING.has(tag!)
    const attributes = rest!.slice(0, MAX_ATTRIBUTES)
    const plain = attributes.replaceAll(/[\s/]+$|\s+(?=\s)/g, '')
    pieces.push({
      text: value === '' ? `${tag}${plain}` : `${tag}${plain}: ${value}`,
      depth,
      line: 0,
      names,
    })
    for (const [, name, , one] of attributes.matchAll(ATTRIBUTE))
      pieces.push({ text: `${name}: "${one}"`, depth: depth + 1, line: 0 })
    if (!rest!.endsWith('/')) depth += 1
  }
  return pieces
}
