import type { Masked } from '../../../source/mask.js'
import { blockAt, bodyRange, marksStart } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'

interface Marked {
  /** What makes a function a test: an annotation or an attribute, in code. */
  mark: RegExp
  /** The name of what is declared after the marks: the first group that is there. */
  name: RegExp
  skipMark: RegExp
  /** One row of a table, as a mark. */
  row: RegExp
  /** A class or module, with its name in the first group that is there. */
  suite: RegExp
}

const MAX_SIGNATURE = 4000

/** Tests of languages that mark them with annotations, and the classes around them. */
export function declareMarked(masked: Masked, how: Marked): Declared[] {
  const found: Declared[] = []
  let last = -1
  for (const match of masked.code.matchAll(how.mark)) {
    if (match.index < last) continue
    const from = skipMarks(masked, match.index, match[0].length)
    const declared = declareAt(masked, match.index, from, how)
    // A function with two marks is one test.
    last = declared?.bodyStart ?? from
    if (declared !== null) found.push(declared)
  }
  for (const match of masked.code.matchAll(how.suite)) {
    const name = match.slice(1).find((group) => group !== undefined)
    const body = blockAt(masked, match.index + match[0].length)
    if (name === undefined || body === null) continue
    const start = marksStart(masked, match.index)
    found.push(
      toDeclared(masked, how, { kind: 'suite', name, start, nameAt: match.index, ...body }),
    )
  }
  return found
}

function declareAt(masked: Masked, markAt: number, from: number, how: Marked): Declared | null {
  const signature = masked.code.slice(from, from + MAX_SIGNATURE)
  const match = how.name.exec(signature)
  const group = match?.slice(1).find((one) => one !== undefined)
  if (match === null || match === undefined || group === undefined) return null
  const end = from + match.index + match[0].length
  const body = bodyRange(masked, end - 1)
  if (body === null) return null
  const start = marksStart(masked, markAt)
  const name = group.replaceAll('`', '')
  return toDeclared(masked, how, { kind: 'test', name, start, nameAt: end, ...body })
}

/** Behind this mark and those that follow it. */
function skipMarks({ code, partner }: Masked, markAt: number, markLength: number): number {
  let at = code[markAt] === '@' ? markAt + markLength : markAt
  while (at < code.length) {
    while (/\s/.test(code[at] ?? '')) at += 1
    const open = code[at] === '#' ? at + 1 : at
    if ((code[open] === '(' || code[open] === '[') && partner[open] !== -1) at = partner[open]! + 1
    else if (code[at] === '@') at += /^@[\w.:]*/.exec(code.slice(at, at + 120))![0].length
    else return at
  }
  return at
}

interface Found {
  kind: Declared['kind']
  name: string
  start: number
  nameAt: number
  open: number
  end: number
}

function toDeclared({ raw, code }: Masked, how: Marked, found: Found): Declared {
  const { kind, name, start, nameAt } = found
  const marks = raw.slice(start, nameAt)
  const plain = code.slice(start, nameAt)
  const hit = how.skipMark.exec(plain)
  return {
    ...plainUnit(kind, name, start, found),
    marks,
    skip: hit === null ? null : marks.slice(hit.index, hit.index + 120),
    rows: [...plain.matchAll(how.row)].map((row) =>
      marks
        .slice(row.index, row.index + 200)
        .split('\n')[0]!
        .trim(),
    ),
  }
}
