/** A JSON text as a tree that knows where each part stands, so that a part can be changed alone. */
export type JsonNode = JsonContainer | JsonScalar

export interface JsonContainer {
  kind: 'object' | 'array'
  /** Of the opening bracket. */
  start: number
  /** One past the closing bracket. */
  end: number
  entries: JsonEntry[]
}

interface JsonScalar {
  kind: 'scalar'
  start: number
  end: number
  value: string | number | boolean | null
}

/** A member of an object, or an item of an array. */
export interface JsonEntry {
  /** null in an array. */
  key: string | null
  /** Of the key, or of the item. */
  start: number
  end: number
  node: JsonNode
  /** Where the comma after it stands; null when there is none. */
  comma: number | null
}

export type JsonText = { ok: true; root: JsonNode } | { ok: false; line: number; problem: string }

/** Reads JSON; comments, trailing commas and a byte order mark are let pass. */
export function parseJsonText(text: string): JsonText {
  const reader = new Reader(text)
  try {
    return { ok: true, root: reader.readDocument() }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { ok: false, line: lineOf(text, error.at), problem: error.message }
  }
}

/** The line (from 1) on which an offset lies. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}

/** The node under keys of nested objects; undefined when it is not there. The last of twins counts. */
export function nodeAt(node: JsonNode, ...keys: string[]): JsonNode | undefined {
  let found: JsonNode | undefined = node
  for (const key of keys) {
    if (found?.kind !== 'object') return undefined
    found = found.entries.findLast((entry) => entry.key === key)?.node
  }
  return found
}

/** The plain value of a node. */
export function valueOf(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value
  if (node.kind === 'array') return node.entries.map((entry) => valueOf(entry.node))
  return Object.fromEntries(node.entries.map((entry) => [entry.key, valueOf(entry.node)]))
}

/** Where the next thing that is neither space nor comment begins, and where the last comment ended. */
export function skipTrivia(
  text: string,
  from: number,
): { next: number; commentEnd: number | null; endsLine: boolean } {
  let next = from
  let commentEnd: number | null = null
  let endsLine = false
  for (;;) {
    while (next < text.length && ' \t\r\n'.includes(text[next]!)) next += 1
    const isLine = text.startsWith('//', next)
    if (!isLine && !text.startsWith('/*', next)) return { next, commentEnd, endsLine }
    next = isLine ? endOfLine(text, next) : endOfBlock(text, next)
    commentEnd = next
    endsLine = isLine
  }
}

function endOfLine(text: string, from: number): number {
  const end = text.slice(from).search(/\r?\n/)
  return end === -1 ? text.length : from + end
}

function endOfBlock(text: string, from: number): number {
  const end = text.indexOf('*/', from + 2)
  if (end === -1) throw new Fault(from, 'a comment is not closed')
  return end + 2
}

class Fault extends Error {
  readonly at: number

  constructor(at: number, problem: string) {
    super(problem)
    this.at = at
  }
}

const MAX_DEPTH = 200
const SCALAR = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
// Written so that no character can be matched in two ways: a long broken string fails in one pass.
const STRING = /"(?:[^"\\\n]|\\[^\n])*"/y

class Reader {
  readonly text: string
  at = 0

  constructor(text: string) {
    this.text = text
  }

  readDocument(): JsonNode {
    if (this.text.startsWith('\uFEFF')) this.at = 1
    const root = this.readNode(0)
    this.skip()
    if (this.at < this.text.length) throw this.unexpected('the end')
    return root
  }

  private readNode(depth: number): JsonNode {
    this.skip()
    if (depth > MAX_DEPTH) throw new Fault(this.at, 'it is nested too deeply')
    const opening = this.text[this.at]
    if (opening === '{') return this.readContainer('object', '}', depth)
    if (opening === '[') return this.readContainer('array', ']', depth)
    return this.readScalar()
  }

  private readContainer(kind: 'object' | 'array', closing: string, depth: number): JsonContainer {
    const start = this.at
    const entries: JsonEntry[] = []
    this.at += 1
    for (;;) {
      this.skip()
      if (this.text[this.at] === closing) {
        this.at += 1
        return { kind, start, end: this.at, entries }
      }
      if (entries.length > 0 && entries.at(-1)!.comma === null) {
        throw this.unexpected(`a comma or ${closing}`)
      }
      entries.push(this.readEntry(kind, depth))
    }
  }

  private readEntry(kind: 'object' | 'array', depth: number): JsonEntry {
    const start = this.at
    const key = kind === 'object' ? this.readKey() : null
    const node = this.readNode(depth + 1)
    const entry: JsonEntry = { key, start, end: node.end, node, comma: null }
    this.skip()
    if (this.text[this.at] === ',') {
      entry.comma = this.at
      this.at += 1
    }
    return entry
  }

  private readKey(): string {
    if (this.text[this.at] !== '"') throw this.unexpected('a key in double quotes or }')
    const key = this.readString()
    this.skip()
    if (this.text[this.at] !== ':') throw this.unexpected('a colon')
    this.at += 1
    return key
  }

  private readScalar(): JsonScalar {
    const start = this.at
    if (this.text[start] === '"') {
      const value = this.readString()
      return { kind: 'scalar', start, end: this.at, value }
    }
    SCALAR.lastIndex = start
    const literal = SCALAR.exec(this.text)?.[0]
    if (literal === undefined) throw this.unexpected('a value')
    this.at += literal.length
    const value = JSON.parse(literal) as number | boolean | null
    return { kind: 'scalar', start, end: this.at, value }
  }

  private readString(): string {
    STRING.lastIndex = this.at
    const literal = STRING.exec(this.text)?.[0] ?? ''
    try {
      const value = JSON.parse(literal) as string
      this.at += literal.length
      return value
    } catch {
      throw new Fault(this.at, 'a string is broken or not closed')
    }
  }

  private skip(): void {
    this.at = skipTrivia(this.text, this.at).next
  }

  private unexpected(wanted: string): Fault {
    const found = this.text[this.at]
    return new Fault(
      this.at,
      `expected ${wanted}, found ${found === undefined ? 'the end' : JSON.stringify(found)}`,
    )
  }
}
