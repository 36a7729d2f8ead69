import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import type { Masked } from '../../../source/mask.js'
import { indentAt, nextLine, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'

export const ruby: Language = {
  id: 'ruby',
  testFiles:
    /(?:_spec|_test)\.rb$|(?:^|\/)test_\w+\.rb$|(?:^|\/)(?:spec|test)\/.*(?<!_helper|helper)\.rb$/,
  notation: notations.ruby,
  declare,
  skipMark: /(?!)/,
  skipCall: /^[ \t]*(?:skip|pending|omit|flunk_later)\b(?!\s*[=.])/m,
  assertion:
    /\b(?:expect|is_expected|assert\w*|refute\w*|should_not|flunk)\b|\.(?:must_|wont_|should|should_not)\w*|^[ \t]*(?:should|body|status)\b(?=[^=\n]*==)/gm,
  swallow:
    /\brescue\b(?:[ \t]*(?:=>[^\n]*)?|[^\n]*\b(?:Exception|StandardError|Assertion|ExpectationNotMet)[^\n]*)\n\s*(?:nil|true)?\s*\n?\s*end\b|\brescue\s+(?:nil|true)\b/g,
  skipFile: /^(?:return|exit|__END__)\s*(?:if\s+true\s*)?$/m,
  declares:
    /^[ \t]*(?:def\s+(?:self\.)?|class\s+|module\s+)([A-Za-z_]\w{2,}[?!]?)|^[ \t]*([A-Z][A-Z_]{2,})\s*=/gm,
}

const HEAD =
  /^[ \t]*(?:RSpec\.)?(x|f|p)?(describe|context|feature|it|specify|scenario|example|test|its|should)\b/
/** What needs arguments is called by tests. */
const METHOD = /^[ \t]*def[ \t]+(test_\w+[?!]?)(?![ \t]*\(?[ \t]*[\w*&])/
const CLASS = /^[ \t]*class[ \t]+(\w*(?:Test|Spec)\w*)/
const SUITES = new Set(['describe', 'context', 'feature'])

function declare(masked: Masked): Declared[] {
  const { raw, code } = masked
  const found: Declared[] = []
  const ends = findEnds(code)
  const methods = new Map<string, Declared>()
  let owner = ''
  /** The indent of methods that no runner sees. */
  let hidden = -1
  for (let at = 0; at < code.length;) {
    const next = nextLine(code, at)
    const line = code.slice(at, next)
    if (/^[ \t]*(?:private|protected)\s*$/.test(line)) hidden = indentAt(code, at)
    if (/^[ \t]*public\s*$/.test(line)) hidden = -1
    const method = METHOD.exec(line) ?? CLASS.exec(line)
    const call = method === null ? HEAD.exec(line) : null
    if (method !== null) {
      const kind = METHOD.test(line) ? 'test' : 'suite'
      const body = { open: at + method[0].length, end: blockEnd(code, at, ends) }
      const one = plainUnit(kind, method[1]!, at, body)
      found.push(one)
      if (kind === 'suite') {
        owner = method[1]!
        hidden = -1
      } else {
        // Of two with one name in one class the second is there alone.
        const key = `${owner} ${indentAt(code, at)} ${method[1]!}`
        const earlier = methods.get(key)
        if (hidden === indentAt(code, at)) one.skip = 'private'
        if (earlier !== undefined) earlier.skip = `a second ${method[1]!} takes its place`
        methods.set(key, one)
      }
    } else if (call !== null) {
      const rest = line.slice(call[0].length)
      // A call that is no block: a helper's or a local of that name.
      if (/^\s*[=.,)]/.test(rest) || /^\s*$/.test(rest)) {
        at = next
        continue
      }
      found.push(readCall(masked, at, next, call, ends))
    }
    at = next
  }
  return found.map((one) => ({ ...one, marks: raw.slice(one.start, one.bodyStart) }))
}

function readCall(
  { raw, code, partner }: Masked,
  at: number,
  next: number,
  [head, prefix = '', word = '']: RegExpExecArray,
  ends: Ends,
): Declared {
  const line = code.slice(at, next)
  const from = at + head.length + (/^\s*\(/.exec(line.slice(head.length))?.[0].length ?? 0)
  const name =
    stringAt({ raw, code, partner }, from) ??
    raw
      .slice(at + head.length, next)
      .replace(/(?:\bdo\b|\{).*/s, '')
      .trim()
      .slice(0, 160)
  const opens = /\bdo\b\s*(?:\|[^|\n]*\|)?\s*$/.test(line.trimEnd())
  const brace = code.indexOf('{', at + head.length)
  const inBraces = !opens && brace !== -1 && brace < next && (partner[brace] ?? -1) !== -1
  const end = opens ? blockEnd(code, at, ends) : inBraces ? partner[brace]! : next
  const isSuite = SUITES.has(word)
  const written = raw.slice(at, next)
  const options = line.slice(head.length)
  const off =
    prefix === 'x' ||
    prefix === 'p' ||
    /\b(?:skip|pending)\s*:\s*(?!false)|:skip\b|:pending\b|\bskip:\s*true/.test(options)
  const bodyless = !opens && !inBraces && !isSuite && !/\bdo\b/.test(line)
  return {
    ...plainUnit(isSuite ? 'suite' : 'test', name === '' ? word : name, at, {
      open: at + head.length,
      end,
    }),
    skip: off ? written.trim().slice(0, 120) : bodyless ? `${word} without a block` : null,
    focused: prefix === 'f' || /\bfocus\s*:\s*true|:focus\b/.test(options),
  }
}

/** The places of `end`, by their indent, in order. */
type Ends = ReadonlyMap<number, number[]>

function findEnds(code: string): Ends {
  const ends = new Map<number, number[]>()
  for (let line = 0; line < code.length; line = nextLine(code, line)) {
    const indent = indentAt(code, line)
    if (!/^end\b/.test(code.slice(line + indent, line + indent + 4))) continue
    const known = ends.get(indent)
    if (known === undefined) ends.set(indent, [line])
    else known.push(line)
  }
  return ends
}

/** The `end` that stands under the line's first word. */
function blockEnd(code: string, at: number, ends: Ends): number {
  const places = ends.get(indentAt(code, at)) ?? []
  let [low, high] = [0, places.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (places[middle]! > at) high = middle
    else low = middle + 1
  }
  return places[low] === undefined ? code.length : nextLine(code, places[low]!)
}
