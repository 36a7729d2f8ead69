import type { Language } from './language.js'
import { mask } from './mask.js'
import type { Masked } from './mask.js'
import { textBetween } from './source.js'
import type { Declared, Skip, TestUnit } from './test-unit.js'
import { longPattern } from '../../util/long-pattern.js'

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
    units.push(toUnit(one, path, masked, language))
  }
  const outside = outsideOf(masked, declared)
  return { units, skip: fileSkip(raw, outside, language) }
}

function toUnit(whole: Declared, path: string[], masked: Masked, language: Language): TestUnit {
  const one = { ...whole, end: Math.min(whole.end, whole.bodyStart + MAX_BODY) }
  const { kind, name, start, rows } = whole
  const isSuite = kind === 'suite'
  const code = isSuite ? '' : masked.code.slice(one.bodyStart, one.end)
  const assertions = isSuite ? [] : findAssertions(masked, one, language)
  const skip = one.skip === null ? null : toSkip(one.skip)
  return {
    kind,
    name,
    path,
    start,
    end: whole.end,
    skip: skip ?? (isSuite ? null : skipInBody(masked, one, language)),
    focused: one.focused,
    body: isSuite ? '' : textBetween(masked, one.bodyStart, one.end),
    assertions,
    hollow: isSuite ? null : whyHollow(code, assertions, language),
    rows,
  }
}

const MAX_ASSERTION = 300
const MAX_ASSERTIONS = 400

/** From the head of an assertion to the end of its statement. */
function findAssertions(
  masked: Masked,
  { bodyStart, end }: Declared,
  language: Language,
): string[] {
  const { code, partner } = masked
  const found: string[] = []
  let last = -1
  for (const match of code.slice(bodyStart, end).matchAll(language.assertion)) {
    const from = bodyStart + match.index
    if (from < last) continue
    let at = from
    for (; at < end && at < from + 4000; at += 1) {
      const char = code[at]!
      if (char === '(' || char === '[' || char === '{') at = partner[at]! > at ? partner[at]! : at
      else if (char === ';' || char === ')' || char === '}') break
      else if (char === '\n' && !goesOn(code, at)) break
    }
    last = at
    found.push(textBetween(masked, from, Math.min(at, from + MAX_ASSERTION)))
    if (found.length === MAX_ASSERTIONS) break
  }
  return found
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
    return toSkip(condition === null ? line : `if ${condition}: ${line}`, condition)
  }
  return earlyReturn(masked, one, language)
}

const BARE_RETURN = /\breturn\b[ \t]*(?=;|\n|\}|$)/
const FIRST_CHECK = 4000

/** A return with no value, before the first assertion, that is not inside of another function. */
function earlyReturn(masked: Masked, one: Declared, language: Language): Skip | null {
  const code = masked.code.slice(one.bodyStart, Math.min(one.end, one.bodyStart + FIRST_CHECK))
  const first = code.search(
    new RegExp(language.assertion.source, language.assertion.flags.replace('g', '')),
  )
  const hit = BARE_RETURN.exec(code.slice(0, first === -1 ? code.length : first))
  if (hit === null) return null
  const inner = code.slice(0, hit.index)
  const functions =
    inner.match(/=>|\bfunction\b|\bfunc\b|\blambda\b|\bdef\b|\bdo\b|\bfn\b/g)?.length ?? 0
  // The body of a test that is an argument is a function itself.
  const own = language.id === 'javascript' || language.id === 'ruby' ? 1 : 0
  const isSubtest = language.id === 'go' && inner.includes('func')
  if (functions > own + (isSubtest ? 1 : 0)) return null
  const condition = conditionBefore(masked, one.bodyStart, one.bodyStart + hit.index)
  return toSkip(
    condition === null ? 'return before any check' : `if ${condition}: return`,
    condition,
  )
}

/** The condition on which a statement hangs; null when it hangs on none. */
function conditionBefore({ raw, code }: Masked, bodyStart: number, at: number): string | null {
  const before = code.slice(Math.max(bodyStart, at - 300), at)
  const from = at - before.length
  const match =
    /(?:^|[\s;{}(])(?:if|unless)\b([^;{}\n]*?)(?:[:{]|then|\))?\s*$/.exec(before) ??
    /(?:^|[\s;{}(])(?:if|unless)\b([^;{}\n]*)[:{]?\s*\n[^\n]*$/.exec(before)
  if (match !== null) {
    const start = from + match.index + match[0].indexOf(match[1]!)
    return raw.slice(start, start + match[1]!.length).trim() || null
  }
  // Ruby and Perl write it behind.
  const behind = /^[^\n]*?\b(?:if|unless)\s+([^\n;]+)/.exec(raw.slice(at, at + 200))
  return behind?.[1]?.trim() ?? null
}

const CONSTANT = /^[\s(!]*(?:true|1|not false|!false|!0|True|not False|YES|"[^"]*"|'[^']*')[\s)]*$/i
const MACHINE = longPattern('i')`
    platform|version|win32|windows|darwin|macos|linux|unix|\bos\b|goos|goarch|runtime|arch|python
    |node|ruby|jruby|php_|java|jdk|jre|extension|loaded|which\(|has_|have_|haveprogram|available
    |supports?|installed|docker|network|root|getuid|testing\.short|importorskip|importerror
    |missing|wsl|musl|locale|timezone|endian|cgo|simd|requires?|enabledon|disabledon|defined\(
    |_exists\(`

/** What keeps it from running, and whether that holds on some machines only. */
function toSkip(words: string, condition: string | null = null): Skip {
  const said = words.replaceAll(/\s+/g, ' ').trim().slice(0, 160)
  const given =
    condition ??
    /(?:skipif|skipunless|runif|enabledif\w*|skip_if|assum\w+|requires)\s*\(?\s*(.*)/i.exec(
      said,
    )?.[1] ??
    null
  const conditional =
    given !== null && !CONSTANT.test(given.split(',')[0]!) && MACHINE.test(`${said} ${given}`)
  return { words: said, conditional: conditional || /importorskip|DisabledOn|EnabledOn/.test(said) }
}

function outsideOf(
  { raw, code }: Masked,
  declared: readonly Declared[],
): { raw: string; code: string } {
  const parts: { raw: string[]; code: string[] } = { raw: [], code: [] }
  let at = 0
  for (const { start, end, kind } of declared) {
    if (kind === 'suite' || start < at) continue
    parts.code.push(code.slice(at, start))
    parts.raw.push(raw.slice(at, start))
    at = end
  }
  parts.code.push(code.slice(at))
  parts.raw.push(raw.slice(at))
  return { raw: parts.raw.join('\n'), code: parts.code.join('\n') }
}

/** Outside of all tests, such a call keeps every test of the file from running. */
function fileSkip(
  raw: string,
  outside: { raw: string; code: string },
  language: Language,
): Skip | null {
  const whole = language.skipFile.exec(raw)
  if (whole !== null) return toSkip(whole[0].trim())
  if (language.id !== 'python') return null
  const hit = language.skipCall.exec(outside.code)
  if (hit === null) return null
  const line = outside.raw.slice(hit.index, hit.index + 160).split('\n')[0]!
  return toSkip(line.trim())
}

const TRIVIAL = [
  /^expect\s*\(\s*(true|1|false|0|"[^"]*"|'[^']*')\s*\)\s*\.\w+\s*\(\s*\1?\s*\)$/,
  /^expect\s*\(\s*true\s*\)\s*\.(?:to\.be\.true|toBeTruthy\(\))$/,
  /^expect\s*\(?\s*(true|1)\s*\)?\s*\.?\s*to\s*\(?\s*(?:eq|be|equal)\w*\s*\(?\s*\1?\s*\)*$/,
  /^assert\s*\(?\s*(?:True|1|true|not False|1\s*==\s*1|true\s*==\s*true|True\s*(?:is|==)\s*True)\s*\)?\s*(?:,.*)?$/,
  longPattern('i')`
    ^(?:self\.|\$this->|self::|static::|Assert\.|Assertions\.|assert\.|t\.|->
    |::)*assert\w*!?\s*\(?\s*(?:true|True|t,\s*true|1,\s*1|true,\s*true|t,\s*1,\s*1
    |"[^"]*"\s*!=\s*null|1\s*==\s*1)\s*(?:,\s*"[^"]*")?\s*\)?$`,
  /^(?:Assert\.(?:True|Pass|IsTrue)|assert\.(?:ok|isTrue|True)|t\.(?:pass|ok|true|truthy))\s*\(\s*(?:true|1|t,\s*true)?\s*(?:,\s*"[^"]*")?\s*\)$/i,
  /\bor\s+True\b|\|\|\s*true\b|\bor true\b/,
]

export const isTrivial = (assertion: string): boolean =>
  TRIVIAL.some((pattern) => pattern.test(assertion))

/** Why a test that runs cannot fail; null when it can. */
function whyHollow(
  code: string,
  assertions: readonly string[],
  { swallow }: Language,
): string | null {
  if (assertions.length > 0 && assertions.every(isTrivial)) return 'only what is always true'
  // What calls `fail` where nothing was thrown expects what it catches.
  const swallowed = /\b[fF]ail\w*\s*\(/.test(code) ? 0 : (code.match(swallow)?.length ?? 0)
  if (swallowed > 0) return `swallows ${swallowed}`
  return null
}
