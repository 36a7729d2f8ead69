import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import type { Masked } from '../../../source/mask.js'
import { argumentsOf, blockAt, markIn, marksStart, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'

export const php: Language = {
  id: 'php',
  testFiles: /(?:Test|TestCase|Cest|_test)\.php$|(?:^|\/)tests?\/.*\.php$|\.phpt$/i,
  notation: notations.php,
  declare,
  skipMark:
    /#\[\s*(?:\\?\w+\\)*(?:Ignore|Skip\w*)\b|@(?:doesNotRun|ignore|skip)\b|@requires\b|#\[\s*(?:\\?\w+\\)*Requires\w+|\b(?:private|protected)\s+(?:(?:static|final)\s+)*$/,
  skipCall:
    /(?:->|::)(?:markTestSkipped|markTestIncomplete)\s*\(|->(?:skip|todo)\s*\(|\bthrow\s+new\s+\\?\w*SkippedTest\w*/,
  assertion:
    /(?:->|::)(?:assert\w*|expect\w*|fail|should\w*)\s*\(|\bexpect\s*\(|\bassert\w*\s*\(|->(?:never|once|exactly|atLeast)\b|@expectedException/g,
  swallow: /\bcatch\s*\([^()\n]*\)\s*\{\s*\}/g,
  skipFile: /(?!)/,
  declares:
    /\b(?:function|class|interface|trait|enum|const)\s+&?([A-Za-z_]\w{2,})|\b(?:public|protected|private|static|var)\s+(?:\??[\w\\|]+\s+)?\$([A-Za-z_]\w{2,})/g,
}

/** Marks that give a test its arguments, and arguments that need no such mark. */
const PROVIDED = /dataProvider|testWith|depends/i
const GIVEN = /=|\.\.\.|Tester\s/

const METHOD = /\bfunction\s+&?(\w+)\s*\(/g
const CLASS = /(?<![:\w])class\s+(\w+)/g
const CALL = /(?<![\w>:$\\])(describe|it|test)\s*\(/g

function declare(masked: Masked): Declared[] {
  return [...methods(masked), ...classes(masked), ...calls(masked)]
}

/** By its name, by an attribute, or by what its comment says. */
function methods(masked: Masked): Declared[] {
  const providers = new Set(
    [...masked.raw.matchAll(/@dataProvider\s+(\w+)/g)].map(([, name]) => name!),
  )
  return [...masked.code.matchAll(METHOD)].flatMap((match) => {
    if (providers.has(match[1]!)) return []
    const start = marksStart(masked, match.index)
    const marks = masked.raw.slice(start, match.index)
    const isTest = /^test/i.test(match[1]!) || /#\[\s*(?:\\?\w+\\)*Test\b|@test\b/.test(marks)
    const bracket = match.index + match[0].length - 1
    const body = blockAt(masked, bracket)
    if (!isTest || body === null) return []
    // Nothing gives it arguments: a helper that tests call.
    const [first] = argumentsOf(masked, bracket)
    if (first !== undefined && !GIVEN.test(first) && !PROVIDED.test(marks)) return []
    return [unit('test', match[1]!, start, body, marks)]
  })
}

function classes(masked: Masked): Declared[] {
  return [...masked.code.matchAll(CLASS)].flatMap((match) => {
    const body = blockAt(masked, match.index + match[0].length)
    if (body === null) return []
    const start = marksStart(masked, match.index)
    const marks = masked.raw.slice(start, match.index)
    return [unit('suite', match[1]!, start, body, marks)]
  })
}

/** Pest: `it('adds', function () { … })->skip()`. */
function calls(masked: Masked): Declared[] {
  return [...masked.code.matchAll(CALL)].flatMap((match) => {
    const open = match.index + match[0].length - 1
    const close = masked.partner[open]!
    const name = stringAt(masked, open + 1)
    if (name === null || close === -1) return []
    const tail = masked.code.slice(close + 1, close + 200).split(';')[0]!
    const kind = match[1] === 'describe' ? 'suite' : 'test'
    const off = /->(?:skip|todo)\s*\(/.exec(tail)
    return [
      {
        ...plainUnit(kind, name, match.index, { open, end: close }),
        skip: off === null ? null : off[0],
        focused: /->only\s*\(/.test(tail),
      },
    ]
  })
}

const unit = (
  kind: Declared['kind'],
  name: string,
  start: number,
  body: { open: number; end: number },
  marks: string,
): Declared => ({
  ...plainUnit(kind, name, start, body),
  marks,
  skip: markIn(marks, php.skipMark),
  rows: marks.match(/#\[\s*(?:\\?\w+\\)*TestWith\b[^\n]*/g) ?? [],
})
