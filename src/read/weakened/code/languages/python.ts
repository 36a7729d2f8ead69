import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import type { Masked } from '../../../source/mask.js'
import { argumentsOf, indentAt, markIn, nextLine } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'
import { longPattern } from '../../../../util/long-pattern.js'

export const python: Language = {
  id: 'python',
  // What pytest and unittest collect by themselves, wherever it lies.
  testFiles: /(?:^|\/)(?:tests?(?!ing\.|utils?\.|helpers?\.)\w*|\w+_tests?)\.py$/,
  notation: notations.python,
  declare,
  skipMark: longPattern()`
      @(?:\w+\.)*mark\.(?:skip|skipif|xfail)\b
      |\b(?:\w+\.)*mark\.(?:skip|skipif|xfail)\s*\(
      |@(?:\w+\.)*(?:skip|skipIf|skipUnless|skip_if|expectedFailure)\b|@(?:disabled?|ignore)\b`,
  skipCall: longPattern()`
      \bpytest\.(?:skip|xfail|importorskip)\s*\(|\bself\.skipTest\s*\(
      |\braise\s+(?:unittest\.)?SkipTest\b|\b__test__\s*=\s*False\b
      |\bpytestmark\s*=.*\bmark\.(?:skip|skipif|xfail)\b`,
  assertion:
    /\bassert\b|\bself\.(?:assert\w*|fail)\s*\(|\bpytest\.(?:raises|warns|fail|approx)\b|\bassert_\w+\s*\(|\.assert_\w+\s*\(|\bself\.assert\w+/g,
  swallow:
    /\bexcept\b(?:[^:\n]*\b(?:Exception|BaseException|AssertionError)\b[^:\n]*|\s*):\s*(?:\n\s*)?(?:pass|\.\.\.|return)\b(?![ \t]*\n\s*else\s*:)|\bsuppress\s*\(/g,
  skipFile: /(?!)/,
  declares:
    /^[ \t]*(?:async\s+)?(?:def|class)\s+([A-Za-z_]\w{2,})|^([A-Za-z_]\w{2,})\s*(?::[^=\n]+)?=/gm,
}

const HEAD = /^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)/

function declare(masked: Masked): Declared[] {
  const { raw, code } = masked
  const found: Declared[] = []
  const scopes: Scope[] = [{ indent: -1, inner: 0, off: null, own: new Map() }]
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
    const [, , word, name = ''] = HEAD.exec(line) ?? []
    const scope = first === undefined ? scopes.at(-1)! : enter(scopes, indentAt(code, at))
    if (word !== undefined) {
      const indent = indentAt(code, at)
      const isUnit = isTest(word, name)
      const open = isUnit || word === 'class' ? bodyOf(masked, at) : at
      const body = { open, end: open === at ? at : blockEnd(code, open, indent) }
      if (isUnit) {
        const start = marksFrom === -1 ? at : marksFrom
        const marks = raw.slice(start, at)
        const one = {
          ...plainUnit(word === 'def' ? 'test' : 'suite', name, start, body),
          marks,
          skip: markIn(marks, python.skipMark) ?? (word === 'def' ? scope.off : null),
          rows: rowsOf(masked, start, at),
        }
        found.push(one)
        if (indent === scope.inner) shadow(scope, one)
      }
      const off = word === 'class' ? whyOff(masked, { at, name, ...body }) : null
      scopes.push({ indent, inner: -1, off, own: new Map() })
    }
    if (first !== undefined) marksFrom = -1
    at = next
  }
  return found
}

interface Scope {
  indent: number
  /** Where its own statements begin; -1 as long as there was none. */
  inner: number
  /** Why no runner takes what it declares. */
  off: string | null
  own: Map<string, Declared>
}

/** The scope that a line of this indent stands in. */
function enter(scopes: Scope[], indent: number): Scope {
  while (scopes.at(-1)!.indent >= indent) scopes.pop()
  const scope = scopes.at(-1)!
  if (scope.inner === -1) scope.inner = indent
  return scope
}

/** Of two with one name in one scope the second is there alone. */
function shadow({ own }: Scope, one: Declared): void {
  const earlier = own.get(one.name)
  if (earlier !== undefined) earlier.skip ??= `a second ${one.name} takes its place`
  own.set(one.name, one)
}

/** A class without a base is taken by its name, and by none that has a constructor. */
function whyOff({ code }: Masked, { at, name, open, end }: ClassAt): string | null {
  const head = code.slice(at, open)
  const bases = head.slice(head.indexOf('(') + 1, Math.max(0, head.lastIndexOf(')'))).trim()
  if ((bases !== '' && bases !== 'object') || SHARED.test(name)) return null
  if (name.startsWith('Test'))
    return /^[ \t]+def __init__\b/m.test(code.slice(open, end)) ? `${name} has a constructor` : null
  const isUsed = code.indexOf(name) !== code.lastIndexOf(name)
  return isUsed ? null : `no runner takes a class ${name}`
}

interface ClassAt {
  at: number
  name: string
  open: number
  end: number
}

/** Others take over what such a class has. */
const SHARED = /Mixin|Base|Abstract|Shared|Common|Contract/

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
