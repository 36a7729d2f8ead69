import { type Language, notations } from '../language.js'
import type { Masked } from '../mask.js'
import { bodyAt, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'
import { declareMarked } from './marked.js'
import { longPattern } from '../../../util/long-pattern.js'

const skipMark =
  /@(?:\w+\.)*(?:Disabled\w*|Ignore|Ignored|EnabledIf\w*|EnabledOn\w*)\b|\benabled\s*=\s*false/

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
  swallow: /\bcatch\s*\([^()\n]*\)\s*\{\s*\}|\brunCatching\s*\{/g,
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
    mark: /@(?:\w+\.)*(?:Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate|Property|ForAll|QuarkusTest)\b(?!\w)/g,
    name: NAME,
    skipMark,
    row: /@(?:CsvSource|ValueSource|MethodSource|EnumSource|Arguments)\b[^\n]*/g,
    suite: /\b(?:class|object)\s+(\w+)/g,
  })
  return [...marked, ...oldStyle(masked), ...calls(masked)]
}

/** JUnit 3: by its name alone, in a class that says so. */
function oldStyle(masked: Masked): Declared[] {
  if (!/\bextends\s+\w*TestCase\b/.test(masked.code)) return []
  return [...masked.code.matchAll(/\bvoid\s+(test\w*)\s*\(/g)].flatMap((match) => {
    const open = bodyAt(masked, match.index + match[0].length - 1)
    return open === -1 || masked.partner[open] === -1
      ? []
      : [plainUnit('test', match[1]!, match.index, open, masked.partner[open]!)]
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
    const found = plainUnit(kind, name.replace(/^[!]/, ''), match.index, bodyStart, end)
    return [{ ...found, skip: isOff ? match[0] : null }]
  })
}
