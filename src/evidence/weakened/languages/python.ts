import { type Language, notations } from '../language.js'
import type { Masked } from '../mask.js'
import { argumentsOf, indentAt, nextLine } from '../source.js'
import type { Declared } from '../test-unit.js'
import { longPattern } from '../../../util/long-pattern.js'

export const python: Language = {
  id: 'python',
  // What pytest and unittest collect by themselves, wherever it lies.
  testFiles: /(?:^|\/)(?:tests?\w*|\w+_tests?)\.py$/,
  notation: notations.python,
  declare,
  skipMark: longPattern()`
      @(?:\w+\.)*mark\.(?:skip|skipif|xfail)\b
      |marks\s*=\s*\[?\s*(?:\w+\.)*mark\.(?:skip|skipif|xfail)\b
      |@(?:\w+\.)*(?:skip|skipIf|skipUnless|skip_if|expectedFailure)\b|@(?:disabled?|ignore)\b`,
  skipCall: longPattern()`
      \bpytest\.(?:skip|xfail|importorskip)\s*\(|\bself\.skipTest\s*\(
      |\braise\s+(?:unittest\.)?SkipTest\b|\b__test__\s*=\s*False\b
      |\bpytestmark\s*=.*\bmark\.(?:skip|skipif|xfail)\b`,
  assertion:
    /\bassert\b|\bself\.(?:assert\w*|fail)\s*\(|\bpytest\.(?:raises|warns|fail|approx)\b|\bassert_\w+\s*\(|\.assert_\w+\s*\(|\bself\.assert\w+/g,
  swallow: /\bexcept\b[^:\n]*:\s*(?:\n\s*)?(?:pass|\.\.\.|return)\b|\bsuppress\s*\(/g,
  skipFile: /(?!)/,
  declares:
    /^\s*(?:async\s+)?(?:def|class)\s+([A-Za-z_]\w{2,})|^([A-Za-z_]\w{2,})\s*(?::[^=\n]+)?=/gm,
}

const HEAD = /^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)/

function declare(masked: Masked): Declared[] {
  const { raw, code } = masked
  const found: Declared[] = []
  let marksFrom = -1
  for (let at = 0; at < code.length;) {
    const next = nextLine(code, at)
    const line = code.slice(at, next)
    const first = line.trimStart()[0]
    if (first === '@') {
      if (marksFrom === -1) marksFrom = at
      const open = code.indexOf('(', at)
      // A decorator's brackets may go over many lines.
      const close = open !== -1 && open < next ? masked.partner[open]! : -1
      at = close > next ? nextLine(code, close) : next
      continue
    }
    const [, indent = '', word, name = ''] = HEAD.exec(line) ?? []
    if (word !== undefined && isTest(word, name)) {
      const start = marksFrom === -1 ? at : marksFrom
      const bodyStart = bodyOf(masked, at)
      const marks = raw.slice(start, at)
      const hit = python.skipMark.exec(marks)
      found.push({
        kind: word === 'def' ? 'test' : 'suite',
        name,
        start,
        bodyStart,
        end: blockEnd(code, bodyStart, indent.length),
        marks,
        skip: hit === null ? null : marks.slice(hit.index, hit.index + 160),
        focused: false,
        rows: rowsOf(masked, start, at),
      })
    }
    if (first !== undefined) marksFrom = -1
    at = next
  }
  return found
}

const isTest = (word: string, name: string): boolean =>
  word === 'def' ? name.startsWith('test') : /^Test|Tests?$|TestCase$/.test(name)

/** After the colon that ends a signature, which may go over lines. */
function bodyOf({ code, partner }: Masked, at: number): number {
  for (let index = at; index < code.length; index += 1) {
    const char = code[index]!
    if (char === ':') return index + 1
    if ((char === '(' || char === '[') && partner[index]! > index) index = partner[index]!
  }
  return code.length
}

function blockEnd(code: string, bodyStart: number, indent: number): number {
  let at = nextLine(code, bodyStart)
  let end = at
  while (at < code.length) {
    const next = nextLine(code, at)
    const isBlank = code.slice(at, next).trim() === ''
    if (!isBlank && indentAt(code, at) <= indent) return end
    if (!isBlank) end = next
    at = next
  }
  return end
}

/** The rows of `parametrize`. */
function rowsOf(masked: Masked, start: number, end: number): string[] {
  const { code, partner } = masked
  const rows: string[] = []
  for (const match of code.slice(start, end).matchAll(/\bparametrize\s*\(|\bexpand\s*\(/g)) {
    const open = start + match.index + match[0].length - 1
    const list = code.indexOf('[', open)
    if (list !== -1 && list < (partner[open] ?? 0)) rows.push(...argumentsOf(masked, list))
  }
  return rows
}
