import { type Language, notations } from '../language.js'
import type { Masked } from '../mask.js'
import { bodyAt, marksStart, stringAt } from '../source.js'
import type { Declared } from '../test-unit.js'

export const php: Language = {
  id: 'php',
  testFiles: /(?:Test|TestCase|Cest|_test)\.php$|(?:^|\/)tests?\/.*\.php$|\.phpt$/i,
  notation: notations.php,
  declare,
  skipMark:
    /#\[\s*(?:\\?\w+\\)*(?:Ignore|Skip\w*)\b|@(?:doesNotRun|ignore|skip)\b|@requires\b|#\[\s*(?:\\?\w+\\)*Requires\w+/,
  skipCall:
    /(?:->|::)(?:markTestSkipped|markTestIncomplete)\s*\(|->(?:skip|todo)\s*\(|\bthrow\s+new\s+\\?\w*SkippedTest\w*/,
  assertion:
    /(?:->|::)(?:assert\w*|expect\w*|fail|should\w*)\s*\(|\bexpect\s*\(|\bassert\w*\s*\(|->(?:never|once|exactly|atLeast)\b|@expectedException/g,
  swallow: /\bcatch\s*\([^()\n]*\)\s*\{\s*\}/g,
  skipFile: /(?!)/,
  declares:
    /\b(?:function|class|interface|trait|enum|const)\s+&?([A-Za-z_]\w{2,})|\b(?:public|protected|private|static|var)\s+(?:\??[\w\\|]+\s+)?\$([A-Za-z_]\w{2,})/g,
}

const METHOD = /\bfunction\s+&?(\w+)\s*\(/g
const CLASS = /(?<![:\w])class\s+(\w+)/g
const CALL = /(?<![\w>:$\\])(describe|it|test)\s*\(/g

function declare(masked: Masked): Declared[] {
  return [...methods(masked), ...classes(masked), ...calls(masked)]
}

/** By its name, by an attribute, or by what its comment says. */
function methods(masked: Masked): Declared[] {
  return [...masked.code.matchAll(METHOD)].flatMap((match) => {
    const start = marksStart(masked, match.index)
    const marks = masked.raw.slice(start, match.index)
    const isTest = /^test/i.test(match[1]!) || /#\[\s*(?:\\?\w+\\)*Test\b|@test\b/.test(marks)
    const open = bodyAt(masked, match.index + match[0].length - 1)
    if (!isTest || open === -1 || masked.partner[open] === -1) return []
    return [unit('test', match[1]!, start, open, masked.partner[open]!, marks)]
  })
}

function classes(masked: Masked): Declared[] {
  return [...masked.code.matchAll(CLASS)].flatMap((match) => {
    const open = bodyAt(masked, match.index + match[0].length)
    if (open === -1 || masked.partner[open] === -1) return []
    const start = marksStart(masked, match.index)
    const marks = masked.raw.slice(start, match.index)
    return [unit('suite', match[1]!, start, open, masked.partner[open]!, marks)]
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
    const found = unit(kind, name, match.index, open, close, '')
    const off = /->(?:skip|todo)\s*\(/.exec(tail)
    return [
      {
        ...found,
        skip: off === null ? found.skip : off[0],
        focused: /->only\s*\(/.test(tail),
      },
    ]
  })
}

function unit(
  kind: Declared['kind'],
  name: string,
  start: number,
  bodyStart: number,
  end: number,
  marks: string,
): Declared {
  const hit = php.skipMark.exec(marks)
  const skip = hit === null ? null : marks.slice(hit.index, hit.index + 120)
  const rows = [...marks.matchAll(/#\[\s*(?:\\?\w+\\)*TestWith\b[^\n]*/g)].map(([row]) => row)
  return { kind, name, start, bodyStart, end, marks, skip, focused: false, rows }
}
