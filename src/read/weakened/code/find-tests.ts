import type { Language } from './language.js'
import { mask } from '../../source/mask.js'
import type { Masked } from '../../source/mask.js'
import { textBetween } from './source.js'
import type { Declared, Skip, TestUnit } from './test-unit.js'
import { longPattern } from '../../../util/long-pattern.js'
import { outside } from './outside.js'
import { isTest } from './test-unit.js'
import { oneLine } from '../../../util/one-line.js'
import { switchBefore, switchesIn } from './behind-switch.js'
import { countPrintedAway } from './printed-away.js'
import { holdsEitherWay } from './holds-either-way.js'

/** The tests of a file, and what keeps the whole file from running. */
export interface FileTests {
  units: TestUnit[]
  skip: Skip | null
}

const MAX_UNITS = 3000
const MAX_BODY = 20_000

/** Every test that a source text declares; whatever the text, this is linear in it. */
export function findTests(raw: string, language: Language): FileTests {
  const masked = mask(raw, language.notation)
  const declared = language
    .declare(masked)
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .slice(0, MAX_UNITS)
  const conditions = declared.length === 0 ? new Map<number, string>() : conditionsOf(masked)
  const switches = declared.length === 0 ? new Set<string>() : switchesIn(raw)
  const units: TestUnit[] = []
  const around: Declared[] = []
  let left = 4 * raw.length + 10 * MAX_BODY
  for (const one of declared) {
    while (around.length > 0 && around.at(-1)!.end <= one.start) around.pop()
    const path = around.map(({ name }) => name)
    around.push(one)
    // Blocks that never close hold all that follows; what they hold is read so often and no more.
    left -= one.kind === 'suite' ? 0 : Math.min(one.end - one.bodyStart, MAX_BODY)
    if (left < 0) break
    units.push(toUnit(one, path, masked, { language, switches, conditions }))
  }
  return { units, skip: fileSkip(masked, declared.filter(isTest), language) }
}

interface Grounds {
  language: Language
  switches: ReadonlySet<string>
  conditions: ReadonlyMap<number, string>
}

function toUnit(
  whole: Declared,
  path: string[],
  masked: Masked,
  { language, switches, conditions }: Grounds,
): TestUnit {
  const one = { ...whole, end: Math.min(whole.end, whole.bodyStart + MAX_BODY) }
  const { kind, name, start, rows } = whole
  const isSuite = kind === 'suite'
  const code = isSuite ? '' : masked.code.slice(one.bodyStart, one.end)
  const expected = isSuite ? [] : expectedIn(one.marks)
  const found = isSuite ? [] : findAssertions(masked, one, language)
  const assertions = [...expected, ...found.map(({ text }) => text)]
  const given = conditions.get(masked.code.lastIndexOf('\n', start) + 1)
  const skip =
    one.skip !== null
      ? toSkip(one.skip)
      : given === undefined
        ? null
        : { words: `declared only ${given}`, conditional: true }
  const hollow = isSuite ? null : whyHollow(code, assertions, language)
  const body = { start: one.bodyStart, end: one.end }
  const places = found.map(({ at }) => at)
  const idle = switchBefore(masked, body, { places, switches, language })
  return {
    kind,
    name,
    path,
    start,
    end: whole.end,
    skip: skip ?? (isSuite ? null : skipInBody(masked, one, language)),
    focused: one.focused,
    body: isSuite ? '' : textBetween(masked, one.bodyStart, one.end),
    expected,
    generators: isSuite ? '' : generatorsIn(masked.raw.slice(start, one.bodyStart)),
    assertions,
    hollow: hollow ?? (idle === null ? null : `checks only if ${oneLine(idle, 80)}`),
    rows,
  }
}

/** By the start of each line: the condition that it stands under, by its indent. */
function conditionsOf({ raw, code }: Masked): Map<number, string> {
  const found = new Map<number, string>()
  const heads: { indent: number; condition: string | null }[] = []
  let at = 0
  for (const line of code.split('\n')) {
    const indent = line.search(/\S/)
    if (indent !== -1) {
      while (heads.length > 0 && heads.at(-1)!.indent >= indent) heads.pop()
      const around = heads.at(-1)?.condition ?? null
      if (around !== null) found.set(at, around)
      const isHead = /^\s*(?:if|unless)\b/.test(line)
      heads.push({
        indent,
        condition: isHead ? oneLine(raw.slice(at, at + line.length), 80) : null,
      })
    }
    at += line.length + 1
  }
  return found
}

/** In front of a body: marks of Hypothesis and jqwik, and what proptest draws from. */
const generatorsIn = (head: string): string =>
  (
    head
      .slice(0, MAX_HEAD)
      .match(/@(?:\w+\.)?given\s?\([^\n]*|@ForAll\b[^\n]*|[(,]\s?(?:mut )?\w+ in [^\n]+/g) ?? []
  ).join(' ')

const MAX_HEAD = 2000

/** A mark that says which error has to come is an assertion. */
const expectedIn = (marks: string): string[] =>
  marks.match(
    /@expectedException\w*[^\n*]*|\bexpected\s*=\s*[\w.]+|\[ExpectedException\b[^\]\n]*|\bExpectedResult\s*=[^\n\])]*|#\[should_panic\b[^\]\n]*/g,
  ) ?? []

interface Assertion {
  at: number
  text: string
}

const MAX_ASSERTION = 300
const MAX_ASSERTIONS = 400

/** From the head of an assertion to the end of its statement. */
function findAssertions(
  masked: Masked,
  { bodyStart, end }: Declared,
  language: Language,
): Assertion[] {
  const { code, partner } = masked
  const found: Assertion[] = []
  let last = -1
  for (const match of code.slice(bodyStart, end).matchAll(language.assertion)) {
    const from = bodyStart + match.index
    if (from < last) continue
    // Types between the name and its bracket may go over lines.
    let at = match[0].endsWith('(') ? from + match[0].length - 1 : from
    for (; at < end && at < from + 4000; at += 1) {
      const char = code[at]!
      if (char === '(' || char === '[' || char === '{') at = partner[at]! > at ? partner[at]! : at
      else if (char === ';' || char === ')' || char === '}') break
      else if (char === '\n' && !goesOn(code, at)) break
    }
    last = at
    const asked = language.id === 'go' ? askedBefore(masked, bodyStart, from) : null
    const [first, to] = asked ?? [subjectBefore(code, bodyStart, from), at]
    found.push({
      at: from,
      text: textBetween(masked, first, Math.min(to, first + MAX_ASSERTION)),
    })
    if (found.length === MAX_ASSERTIONS) break
  }
  return found
}

/** `size.Should().Be(3)`: what is looked at stands before. */
function subjectBefore(code: string, bodyStart: number, at: number): number {
  if (code[at] !== '.') return at
  const least = Math.max(bodyStart, at - MAX_ASSERTION)
  let from = at
  while (from > least && !ENDS.has(code[from - 1]!)) from -= 1
  return at - code.slice(from, at).trimStart().length
}

/** Where a statement, a block or an arrow before it ends. */
const ENDS: ReadonlySet<string> = new Set(';{}\n>')

/** In Go a message is printed on a condition, which is what is asserted. */
function askedBefore({ code }: Masked, bodyStart: number, at: number): [number, number] | null {
  if (!/^\w*[tTbB]\.(?:Error|Fatal|Fail)/.test(code.slice(at, at + 60))) return null
  const from = Math.max(bodyStart, at - MAX_ASSERTION)
  const found = /\bif\b([^{}\n]*(?:\{[^{}\n]*\}[^{}\n]*)?)\{[^{}]*$/.exec(code.slice(from, at))
  return found === null ? null : [from + found.index, from + found.index + 2 + found[1]!.length]
}

/** A line that begins with a dot goes on with what stands before it. */
function goesOn(code: string, lineEnd: number): boolean {
  let at = lineEnd + 1
  while (code[at] === ' ' || code[at] === '\t') at += 1
  return code[at] === '.' || code[at] === '?' || code.startsWith('->', at)
}

/** A call that ends the test before it has checked anything. */
function skipInBody(masked: Masked, one: Declared, language: Language): Skip | null {
  const code = masked.code.slice(one.bodyStart, one.end)
  const hit = language.skipCall.exec(code)
  if (hit !== null) {
    const from = one.bodyStart + hit.index
    const line = masked.raw
      .slice(from, from + 160)
      .split('\n')[0]!
      .trim()
    const condition = conditionBefore(masked, one.bodyStart, from)
    const skip = toSkip(condition === null ? line : `if ${condition}: ${line}`, condition)
    return isNested(masked.code, one, from) ? { ...skip, conditional: true } : skip
  }
  return earlyReturn(masked, one, language)
}

/** Deeper than the statements of the body: a block decides whether it is reached. */
function isNested(code: string, { bodyStart, end }: Declared, at: number): boolean {
  const [, ...lines] = code.slice(bodyStart, end).split('\n')
  const depths = lines.filter((line) => line.trim() !== '').map(depthOf)
  // The last line closes the body.
  const own = Math.min(...(depths.length > 1 ? depths.slice(0, -1) : depths))
  const lineStart = code.lastIndexOf('\n', at) + 1
  return lineStart > bodyStart && depthOf(code.slice(lineStart, at + 1)) > own
}

const depthOf = (line: string): number => line.search(/\S/)

const BARE_RETURN = /\breturn\b[ \t]*(?=;|\n|\}|$)/
/** Ruby ends a block with `next`, and writes the condition behind. */
const RUBY_RETURN = /\b(?:return|next)\b[ \t]*(?=;|\n|\}|$|(?:if|unless)\b)/
const FIRST_CHECK = 4000

/** A return with no value, before the first assertion, that is not inside of another function. */
function earlyReturn(masked: Masked, one: Declared, language: Language): Skip | null {
  const code = masked.code.slice(one.bodyStart, Math.min(one.end, one.bodyStart + FIRST_CHECK))
  const first = code.search(
    new RegExp(language.assertion.source, language.assertion.flags.replace('g', '')),
  )
  const hit = (language.id === 'ruby' ? RUBY_RETURN : BARE_RETURN).exec(code)
  if (hit === null || (first !== -1 && hit.index > first)) return null
  const inner = code.slice(0, hit.index)
  const functions =
    inner.match(/=>|\bfunction\b|\bfunc\b|\blambda\b|\bdef\b|\bdo\b|\bfn\b/g)?.length ?? 0
  // The body of a test that is an argument is a function itself.
  const own = language.id === 'javascript' || language.id === 'ruby' ? 1 : 0
  const isSubtest = language.id === 'go' && inner.includes('func')
  if (functions > own + (isSubtest ? 1 : 0)) return null
  const condition = conditionBefore(masked, one.bodyStart, one.bodyStart + hit.index)
  const skip = toSkip(
    condition === null ? 'return before any check' : `if ${condition}: return`,
    condition,
  )
  return isNested(masked.code, one, one.bodyStart + hit.index)
    ? { ...skip, conditional: true }
    : skip
}

/** The condition on which a statement hangs; null when it hangs on none. */
function conditionBefore({ raw, code }: Masked, bodyStart: number, at: number): string | null {
  const before = code.slice(Math.max(bodyStart, at - 300), at)
  const from = at - before.length
  const match =
    /(?:^|[\s;{}(])(?:if|unless)\b([^;{}\n]*?)(?:[:{]|then|\))?\s*$/.exec(before) ??
    /(?:^|[\s;{}(])(?:if|unless)\b([^;{}\n]*)[:{]?\s*\n[^\n]*$/.exec(before) ??
    /(?:^|[\s;{}(])if\b([^;{}\n]*)\{[^{}]{0,120}$/.exec(before)
  if (match !== null) {
    const start = from + match.index + match[0].indexOf(match[1]!)
    return raw.slice(start, start + match[1]!.length).trim() || null
  }
  // Ruby and Perl write it behind.
  const behind = /^[^\n]*?\b(?:if|unless)\s+([^\n;]+)/.exec(raw.slice(at, at + 200))
  return behind?.[1]?.trim() ?? null
}

const CONSTANT = /^[\s(!]*(?:true|1|not false|!false|!0|True|not False|YES)[\s)]*$/i
/** A switch that is off unless it is set keeps a test from running everywhere. */
const isOff = (said: string, given: string): boolean =>
  WITHOUT_SWITCH.test(given) || (WANTED.test(said) && SWITCH.test(given))

const SWITCH =
  /\b(?:process\.env|os\.(?:environ|getenv)|ENV|getenv|getBoolean|getProperty)\b[^=<>!]*$/i
/** The test runs where it holds. */
const WANTED = /\b(?:assum(?:e|ing)\w*|runIf|skipUnless|enabledIf\w*|unless)\b/i
const WITHOUT_SWITCH = longPattern('i')`
    ^[\s(]*(?:!|not\s|unless\s)[\s(]*(?:process\.env|os\.(?:environ|getenv)|ENV\b|getenv|env::var)
    |\b(?:os\.(?:environ|getenv|LookupEnv)|process\.env|ENV|getenv)\b[^=]{0,60}(?:==+\s*(?:""|''|undefined|null|nil|None)|\bis\s+None)`
/** A feature is on in some builds; one that is called broken is on in none. */
const SOME_BUILDS =
  /importorskip|DisabledOn|EnabledOn|\bcfg_attr\s*\(|(?:go:build|\+build)\s+!|\bcfg\s*\((?!\s*(?:any|not)\b|\s*(?:never|false)\b)(?![^\]]*"(?:disabled|broken|never|skip|todo|off))|#if\s+(?!false\b|never\b|disabled)/i

/** What keeps it from running, and whether that hangs on something. */
function toSkip(words: string, condition: string | null = null): Skip {
  const said = words.replaceAll(/\s+/g, ' ').trim().slice(0, 160)
  const given =
    condition ??
    /(?:xfail(?=\s*\(\s*(?!raises|reason|strict|run)\w)|skipif|skipunless|runif|enabledif\w*|skip_if|assum\w+|requires)\s*\(?\s*(.*)/i.exec(
      said,
    )?.[1] ??
    null
  const conditional = given !== null && !CONSTANT.test(given.split(',')[0]!) && !isOff(said, given)
  return { words: said, conditional: conditional || SOME_BUILDS.test(said) }
}

/** Outside of all tests, such a call keeps every test of the file from running. */
function fileSkip(
  masked: Masked,
  tests: readonly Declared[],
  { id, skipFile, skipCall }: Language,
): Skip | null {
  const whole = skipFile.exec(masked.raw)
  if (whole !== null) return toSkip(whole[0].trim())
  if (id !== 'python') return null
  const code = outside(masked.code, tests)
  const hit = skipCall.exec(code)
  if (hit === null) return null
  // In a function it waits for a call.
  const lead = code.slice(code.lastIndexOf('\n', hit.index) + 1, hit.index)
  if (!/^[^\s#]*$/.test(lead)) return null
  const written = outside(masked.raw, tests).slice(hit.index, hit.index + 160)
  return toSkip(/^[^\n(]*(?:\([^()]*\)?|)/.exec(written)![0])
}

const TRIVIAL = [
  /^expect\s*\(\s*(true|1|false|0|"[^"]*"|'[^']*')\s*\)\s*\.\w+\s*\(\s*\1?\s*\)$/,
  /^expect\s*\(\s*true\s*\)\s*\.(?:to\.be\.true|toBeTruthy\(\))$/,
  /^expect\s*\(?\s*(true|1)\s*\)?\s*\.?\s*to\s*\(?\s*(?:eq|be|equal)\w*\s*\(?\s*\1?\s*\)*$/,
  /^assert\s*(?:\(\s*(?:True|1|true|not False|1\s*==\s*1|true\s*==\s*true|True\s*(?:is|==)\s*True)\s*(?:,\s*(["']).*\1\s*)?\)|(?:True|1|true|not False|1\s*==\s*1|true\s*==\s*true|True\s*(?:is|==)\s*True))\s*(?:,.*)?$/,
  longPattern('i')`
    ^(?:self\.|\$this->|self::|static::|Assert\.|Assertions\.|assert\.|t\.|->
    |::)*assert\w*!?\s*\(?\s*(?:true|True|t,\s*true|1,\s*1|true,\s*true|t,\s*1,\s*1
    |"[^"]*"\s*!=\s*null|1\s*==\s*1)\s*(?:,\s*"[^"]*")?\s*\)?$`,
  /^(?:Assert\.(?:True|Pass|IsTrue)|assert\.(?:ok|isTrue|True)|t\.(?:pass|ok|true|truthy))\s*\(\s*(?:true|1|t,\s*true)?\s*(?:,\s*"[^"]*")?\s*\)$/i,
  /expectNotToPerformAssertions|addToAssertionCount/,
  /\bor\s+True\b|\|\|\s*true\b|\bor true\b/,
]

export function isTrivial(assertion: string): boolean {
  // Patterns that allow blanks in two places take the square of a run of them.
  const calm = assertion.replaceAll(/\s{2,}/g, (blanks) => blanks[0]!)
  return TRIVIAL.some((pattern) => pattern.test(calm)) || holdsEitherWay(calm)
}

/** Why a test that runs cannot fail; null when it can. */
function whyHollow(code: string, assertions: readonly string[], language: Language): string | null {
  const { swallow } = language
  if (assertions.length > 0 && assertions.every(isTrivial)) return 'only what is always true'
  // What calls `fail` where nothing was thrown expects what it catches.
  const swallowed = /\b[fF]ail\w*\s*\(|\bassert False\b|\braise AssertionError\b/.test(code)
    ? 0
    : (code.match(swallow)?.length ?? 0) || countPrintedAway(code, language)
  if (swallowed > 0) return `swallows ${swallowed}`
  return null
}
