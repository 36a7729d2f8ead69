/**
 * What an edit takes out and puts in, by what the client's tool was given, and how large that is: lines,
 * and the name that they define.
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

/** `before` is null where a whole file is written. */
export interface EditPiece {
  before: string | null
  after: string | null
}

type Input = Readonly<Record<string, unknown>>

const MAX_CHARS = 20_000

/** The pieces of one call, whose arguments have these names. */
export function piecesOf(
  input: Input,
  { written, replaced = [] }: { written: readonly string[]; replaced?: readonly string[] },
): EditPiece[] {
  const list = written.map((name) => input[name]).find(Array.isArray)
  return asList(list ?? [input])
    .map(asRecord)
    .map((edit) => ({ before: firstText(edit, replaced), after: firstText(edit, written) }))
}

const firstText = (edit: Input, names: readonly string[]): string | null =>
  asText(edit[names.find((name) => edit[name] != null) ?? ''])

/** One for each file of a patch, in the order of `filesIn`. */
export function sizesOfPatch(patch: string): EditSize[] {
  const files = patch.slice(0, MAX_CHARS).split(/^\*\*\* (?:Add|Update|Delete) File: /m)
  return files.slice(1).map((text) => {
    const lines = text.split('\n').slice(1)
    const [removed, added] = ['-', '+'].map((sign) =>
      lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1)),
    )
    return sizeOf(removed!, added!, lines.join('\n'))
  })
}

/** Null when the call doesn't say. */
export function sizeOfPieces(pieces: readonly EditPiece[]): EditSize | null {
  const sizes = pieces.map(sizeOfPiece).filter((size) => size !== null)
  if (sizes.length < 2) return sizes[0] ?? null
  return {
    removed: sizes.reduce((sum, { removed }) => sum + removed, 0),
    added: sizes.reduce((sum, { added }) => sum + added, 0),
    symbol: sizes.find(({ symbol }) => symbol !== null)?.symbol ?? null,
  }
}

function sizeOfPiece({ before, after }: EditPiece): EditSize | null {
  const now = linesOf(after)
  if (before === null)
    return after === null ? null : { removed: 0, added: now.length, symbol: null }
  const old = linesOf(before)
  const same = old.findIndex((line, at) => line !== now[at])
  const head = same === -1 ? Math.min(old.length, now.length) : same
  let tail = 0
  while (tail < Math.min(old.length, now.length) - head && old.at(-1 - tail) === now.at(-1 - tail))
    tail += 1
  const [removed, added] = [old, now].map((lines) => lines.slice(head, lines.length - tail))
  return sizeOf(removed!, added!, added!.join('\n'), after ?? '', before)
}

/** The name is that of the first text that defines one. */
const sizeOf = (removed: string[], added: string[], ...texts: string[]): EditSize => ({
  removed: removed.length,
  added: added.length,
  symbol: texts.map((text) => DEFINITION.exec(text)?.[1]).find(Boolean) ?? null,
  ...smallChange(removed, added),
})

function linesOf(text: string | null): string[] {
  const lines = (text ?? '').slice(0, MAX_CHARS).split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const DEFINITION =
  /\b(?:function\*?|class|def|fn|func|struct|interface|enum|impl|trait|const|let|var|type)\s+(?:mut\s+|\([^()\n]{0,60}\)\s*)?([A-Za-z_$][\w$]{1,79})/
