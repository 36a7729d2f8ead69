import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import { oneLine } from '../../../../util/one-line.js'
import type { Masked } from '../../../source/mask.js'
import { quotedIn } from '../quoted-in.js'
import { blockAt, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'
import { declareMarked } from './marked.js'
import { longPattern } from '../../../../util/long-pattern.js'

const skipMark =
  /@(?:\w+\.)*(?:Disabled\w*|Ignore|Ignored|EnabledIf\w*|EnabledOn\w*)\b|\benabled\s*=\s*false|\bprivate\s(?![^(]*\bclass\b)/

export const jvm: Language = {
  id: 'jvm',
  testFiles: longPattern()`
      (?:^|/)src/(?:\w*[tT]est\w*|\w*Test)/.*\.(?:java|kts?|groovy|scala)$
      |(?:Tests?|IT|Spec|TestCase)\.(?:java|kts?|groovy|scala)$
      |(?:^|/)tests?/.*\.(?:java|kts?|groovy|scala)$|(?:^|/)Test\w+\.(?:java|kts?)$`,
  notation: notations.jvm,
  declare,
  skipMark,
  skipCall: longPattern()`
      \b(?:Assume\.|Assumptions\.)?assum(?:e|ing)(?:True|False|That|NoException|NotNull)?\s*\(
      |\bthrow\s+(?:new\s+)?(?:TestAbortedException|SkipException|AssumptionViolatedException)\b
      |\bthrow\s+SkipException`,
  assertion: longPattern('g')`
      \bassert\w*\s*[({]|\bassertThat\b|\bverify\w*\s*[({]|\bfail\s*\(|\bshould[A-Z]\w*\b
      |\bexpect[A-Z]?\w*\s*[({]|\bcheck\w*\s*[({]|\bthen\s*\(|\bexpected\s*=
      |\bconfirmVerified\s*\(`,
  // One kind of error that may come is none of an assertion.
  swallow:
    /\bcatch\s*\([^()\n]*\b(?:Throwable|Exception|RuntimeException|Error|Assertion\w*)\b[^()\n]*\)\s*\{\s*\}|\brunCatching\s*\{/g,
  skipFile: /(?!)/,
  declares: longPattern('g')`
      \b(?:class|interface|enum|record|object
      |fun)\s+(?:<[^>\n]*>\s*)?(?:[\w<>?]+\.)?([A-Za-z_]\w{2,})
      |\b(?:public|private|protected|static|final)\s[\w<>[\],.? ]*?\b([A-Za-z_]\w{2,})\s*\(`,
}

const NAME =
  /^(?:[\w<>[\],.?&\s]|@\w+(?!\w))*?\bfun\s+(?:<[^>\n]*>\s*)?(`[^`\n]{1,200}`|\w+)\s*\(|^(?:[\w<>[\],.?&\s]|@\w+(?!\w))*?\b([A-Za-z_]\w*)\s*\(/

function declare(masked: Masked): Declared[] {
  const marked = declareMarked(masked, {
    mark: /@(?:\w+\.)*(?:\w*Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|ForAll|QuarkusTest)\b(?!\w)/g,
    name: NAME,
    skipMark,
    row: /(?!)/g,
    suite: /\b(?:class|object)\s+(\w+)/g,
  })
  const found = [...marked.map(withRows), ...oldStyle(masked), ...calls(masked), ...strings(masked)]
  return withoutFixtures(masked, found)
}

/** The texts of a table in marks, one by one; the lines of a text block. */
function withRows(one: Declared): Declared {
  const [, given = ''] =
    /@(?:CsvSource|ValueSource|EnumSource)\s*\(([\s\S]{0,4000})/.exec(one.marks) ?? []
  const [, block] = /"""([\s\S]*?)"""/.exec(given) ?? []
  const rows =
    block
      ?.split('\n')
      .map((line) => line.trim())
      .filter(Boolean) ?? quotedIn(given)
  return { ...one, rows }
}

/** Classes in a test class that it hands to something, as in `run(Slow.class)`, hold data and no tests. */
function withoutFixtures({ code }: Masked, found: readonly Declared[]): Declared[] {
  if (/\b(?:Enclosed|SuiteClasses|SelectClasses)\b/.test(code)) return [...found]
  const handed = new Set([...code.matchAll(/\b(\w+)\.class\b/g)].map(([, name]) => name))
  let outerEnd = -1
  let fixtureEnd = -1
  return found
    .toSorted((a, b) => a.start - b.start)
    .filter(({ kind, name, marks, start, end }) => {
      if (start < fixtureEnd) return false
      if (kind !== 'suite') return true
      if (start >= outerEnd) outerEnd = end
      else if (handed.has(name) && !/@Nested\b/.test(marks)) fixtureEnd = end
      return true
    })
}

/** JUnit 3: by its name alone, in a class that says so. */
function oldStyle(masked: Masked): Declared[] {
  if (!/\bextends\s+\w*TestCase\b/.test(masked.code)) return []
  return [...masked.code.matchAll(/\bvoid\s+(test\w*)\s*\((?=\s*\))/g)].flatMap((match) => {
    const body = blockAt(masked, match.index + match[0].length - 1)
    return body === null ? [] : [plainUnit('test', match[1]!, match.index, body)]
  })
}

const CALL =
  /(?<![\w.])(x|f|!)?(describe|context|given|feature|should|test|it|expect|scenario)\s*\(/g

/** Kotest and its like: `test("adds") { … }`. */
function calls(masked: Masked): Declared[] {
  if (!/\b\w*Spec\b/.test(masked.code)) return []
  return [...masked.code.matchAll(CALL)].flatMap((match) => {
    const at = match.index + match[0].length - 1
    const name = stringAt(masked, at + 1)
    const close = masked.partner[at]!
    if (name === null || close === -1) return []
    const tail = masked.code.slice(close + 1, close + 120)
    const open = tail.indexOf('{')
    if (open === -1 || /[;}]/.test(tail.slice(0, open))) return []
    const bodyStart = close + 1 + open
    if (masked.partner[bodyStart] === -1) return []
    const isOff = match[1] === 'x' || name.startsWith('!') || /enabled\s*=\s*false/.test(tail)
    const kind = /describe|context|given|feature/.test(match[2]!) ? 'suite' : 'test'
    const end = masked.partner[bodyStart]!
    const body = { open: bodyStart, end }
    const found = plainUnit(kind, name.replace(/^!/, ''), match.index, body)
    return [{ ...found, skip: isOff ? match[0] : null }]
  })
}

/** Kotest's specs of strings: `"adds" { … }`. */
function strings(masked: Masked): Declared[] {
  if (!/\b(?:String|Free|Word|Should)Spec\b/.test(masked.code)) return []
  const heads = masked.code.matchAll(/^[ \t]*(?="[^"\n]*"[^"\n{};]*\{)/gm)
  return [...heads].flatMap((match) => {
    const at = match.index + match[0].length
    const name = stringAt(masked, at)
    const open = masked.code.indexOf('{', at)
    if (name === null || masked.partner[open] === -1) return []
    const isOff = name.startsWith('!') || /enabled\s*=\s*false/.test(masked.code.slice(at, open))
    const body = { open, end: masked.partner[open]! }
    const found = plainUnit('test', name.replace(/^!/, ''), at, body)
    return [{ ...found, skip: isOff ? oneLine(masked.raw.slice(at, open), 120) : null }]
  })
}
