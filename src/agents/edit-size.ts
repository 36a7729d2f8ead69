/**
 * What an edit takes out and puts in, by what the client's tool was given, and how large that is: lines,
 * and the name that they define.
 */
import type { LineChange } from '../schema/episode.js'
import { asList, asRecord, asText } from '../util/loose-json.js'
import { onlyOne } from '../util/only-one.js'
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
    const [old, now] = ['-', '+'].map((sign) => viewOf(lines, sign))
    return sizeOf(old!, now!)
  })
}

/** One side of a patch: what it puts in, or takes out, in what is around it; a header stands above its lines. */
const viewOf = (lines: readonly string[], sign: string): View => {
  const shown = lines.filter((line) => line.startsWith(sign) || /^[ @]/.test(line))
  return {
    lines: shown.map((line) => line.replace(/^@@(?: -\S+ \+\S+ @@)? ?|^./, '')),
    changed: [...shown.keys()].filter((at) => shown[at]!.startsWith(sign)),
    starts: [...shown.keys()].filter((at) => shown[at]!.startsWith('@@')),
  }
}

/** Null when the call doesn't say. */
export function sizeOfPieces(pieces: readonly EditPiece[]): EditSize | null {
  const sizes = pieces.map(sizeOfPiece).filter((size) => size !== null)
  if (sizes.length < 2) return sizes[0] ?? null
  return {
    removed: sizes.reduce((sum, { removed }) => sum + removed, 0),
    added: sizes.reduce((sum, { added }) => sum + added, 0),
    symbol: onlyOne(sizes.map(({ symbol }) => symbol)),
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
  const [taken, put] = [old, now].map((lines) => ({
    lines,
    changed: [...lines.keys()].slice(head, lines.length - tail),
    starts: [],
  }))
  return sizeOf(taken!, put!)
}

/** A text, and which of its lines an edit changed; nothing is known of what lies between one start and the next. */
interface View {
  lines: readonly string[]
  changed: readonly number[]
  starts: readonly number[]
}

function sizeOf(old: View, now: View): EditSize {
  const [removed, added] = [old, now].map(({ lines, changed }) => changed.map((at) => lines[at]!))
  return {
    removed: removed!.length,
    added: added!.length,
    symbol: placeOf(added!.length > 0 ? now : old),
    ...smallChange(removed!, added!),
  }
}

/** The innermost definition that holds every line that was changed; null where there is none, or it isn't shown. */
function placeOf({ lines, changed, starts }: View): string | null {
  const [isChanged, isStart] = [new Set(changed), new Set(starts)]
  let around: { depth: number; name: string | null }[] = []
  let common: string[] | null = null
  for (const [at, line] of lines.entries()) {
    if (isStart.has(at)) around = []
    const depth = line.search(/\S/)
    // What closes a head that takes several lines, or opens its body, belongs to it.
    if (depth === -1 || '{)]'.includes(line[depth]!)) continue
    const name = DEFINITION.exec(line)?.[1] ?? null
    around = [...around.filter((one) => one.depth < depth), { depth, name }]
    if (!isChanged.has(at) || !/[\p{L}\p{N}]/u.test(line)) continue
    const names = around.map((one) => one.name).filter((one) => one !== null)
    const apart = names.findIndex((one, index) => one !== common?.[index])
    common = common === null ? names : common.slice(0, apart === -1 ? names.length : apart)
  }
  return common?.at(-1) ?? null
}

function linesOf(text: string | null): string[] {
  const lines = (text ?? '').slice(0, MAX_CHARS).split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

const DEFINITION =
  /\b(?:function\*?|class|def|fn|func|struct|interface|enum|impl|trait|const|let|var|type)\s+(?:mut\s+|\([^()\n]{0,60}\)\s*)?([A-Za-z_$][\w$]{1,79})/
