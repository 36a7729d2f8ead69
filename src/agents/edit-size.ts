/**
 * How large an edit is, by what the client's tool was given: lines that it takes out and puts in, and
 * the name that they define. One for each of its files, in the order of `filesIn`.
 */
import type { LineChange } from '../schema/episode.js'
import { asList, asRecord, asText } from '../util/loose-json.js'
import { smallChange } from './small-change.js'

export interface EditSize {
  removed: number
  added: number
  symbol: string | null
  change?: LineChange
}

type Input = Readonly<Record<string, unknown>>

const OLD = ['old_string', 'old_str', 'oldString']
const NEW = ['new_string', 'new_str', 'newString']
const WHOLE = ['content', 'file_text', 'new_source']
const MAX_CHARS = 20_000

export function sizesOfPatch(patch: string): EditSize[] {
  const files = patch.slice(0, MAX_CHARS).split(/^\*\*\* (?:Add|Update|Delete) File: /m)
  return files.slice(1).map((text) => {
    const lines = text.split('\n').slice(1)
    const [removed, added] = ['-', '+'].map((sign) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
    ) as [string[], string[]]
    return {
      removed: removed.length,
      added: added.length,
      symbol: symbolOf(lines.join('\n')),
      ...smallChange(removed, added),
    }
  })
}

/** Null when the call doesn't say. */
export function sizeOfEdit(input: Input): EditSize | null {
  const edits = Array.isArray(input['edits']) ? asList(input['edits']).map(asRecord) : [input]
  const sizes = edits.map(sizeOfOne).filter((size) => size !== null)
  if (sizes.length < 2) return sizes[0] ?? null
  return {
    removed: sizes.reduce((sum, { removed }) => sum + removed, 0),
    added: sizes.reduce((sum, { added }) => sum + added, 0),
    symbol: sizes.find(({ symbol }) => symbol !== null)?.symbol ?? null,
  }
}

function sizeOfOne(input: Input): EditSize | null {
  const [before, after] = [textOf(input, OLD), textOf(input, NEW)]
  if (before === null && after === null) {
    const whole = textOf(input, WHOLE)
    if (whole === null) return null
    return { removed: 0, added: linesOf(whole).length, symbol: null }
  }
  const [old, now] = [linesOf(before ?? ''), linesOf(after ?? '')]
  let head = 0
  while (head < old.length && head < now.length && old[head] === now[head]) head += 1
  let tail = 0
  while (
    tail < old.length - head &&
    tail < now.length - head &&
    old[old.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1
  const [removed, added] = [old, now].map((lines) => lines.slice(head, lines.length - tail)) as [
    string[],
    string[],
  ]
  return {
    removed: removed.length,
    added: added.length,
    symbol: symbolOf(added.join('\n')) ?? symbolOf(after ?? '') ?? symbolOf(before ?? ''),
    ...smallChange(removed, added),
  }
}

function textOf(input: Input, names: readonly string[]): string | null {
  for (const name of names) {
    const text = asText(input[name])
    if (text !== null) return text.slice(0, MAX_CHARS)
  }
  return null
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'))

const DEFINITION =
  /\b(?:function\*?|class|def|fn|func|struct|interface|enum|impl|trait|const|let|var|type)\s+(?:mut\s+|\([^()\n]{0,60}\)\s*)?([A-Za-z_$][\w$]{1,79})/

const symbolOf = (text: string): string | null => DEFINITION.exec(text)?.[1] ?? null
