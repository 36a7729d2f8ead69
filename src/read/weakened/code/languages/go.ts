import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import type { Masked } from '../../../source/mask.js'
import { argumentsOf, blockAt, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'
import { longPattern } from '../../../../util/long-pattern.js'

export const go: Language = {
  id: 'go',
  testFiles: /_test\.go$/,
  notation: notations.go,
  declare,
  skipMark: /(?!)/,
  skipCall: /\b\w+\.(?:Skip|SkipNow|Skipf)\s*\(/,
  assertion: longPattern('g')`
      \b(?!fmt\.)\w*[tTbB]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(
      |\b(?:assert|require|is|qt|must|suite|gomega|check)\.[A-Z]\w*\s*\(
      |\b[a-z]\.(?:Assert|Check|Equal|NotEqual|Nil|NotNil|True|False|NoError|Error|Len|Contains
      |NotContains|Empty|NotEmpty|Panics|Zero|Greater|Less|Implements|IsType|Same|Regexp|JSONEq
      |Expect|Require)\w*\s*\(|\bExpect\w*\s*\(
      |\bcmp\.Diff\s*\(|\b(?:assert|check|require|expect|must|verify)[A-Z]\w*\s*\(
      |\b(?:assert|check|require|expect|must|verify|equals?)\s*\(\s*\w*[tT]\b`,
  swallow: /\bdefer\s+func\s*\(\s*\)\s*\{\s*(?:_\s*=\s*)?recover\s*\(\s*\)\s*\}\s*\(\s*\)/g,
  skipFile: longPattern('m')`
      ^//(?:go:build|\s*\+build)\s+(?:ignore|never|disabled?|skip\w*|broken|\w*todo\w*|!(?!windows|linux|darwin
      |race|cgo|js|wasm|plan9|unix|appengine)\w+|(?!windows|linux|darwin|race|cgo|js|wasm|unix|go1
      |amd64|arm64|integration|e2e)[a-z]\w*)\s*$|\bos\.Exit\(0\)`,
  declares: longPattern('gm')`
      ^func\s+(?:\([^)\n]*\)\s*)?([A-Za-z_]\w{2,})|^(?:type|var|const)\s+([A-Za-z_]\w{2,})
      |^\t([A-Za-z_]\w{2,})[ \t]+(?:struct|interface)\b
      |^\t([A-Z]\w{2,})[ \t]+(?:[\w.*[\]]+[ \t]+)?=[ \t]`,
}

/** The runner takes no `Testadds`. */
const HEAD = /^func\s+(?:\([^)\n]*\)\s*)?((?:Test|Fuzz|Example)(?![a-z])\w*)\s*\(/gm
const SUBTEST = /\b\w+\.Run\s*\(/g

function declare(masked: Masked): Declared[] {
  const { code, partner } = masked
  const found: Declared[] = []
  for (const match of code.matchAll(HEAD)) {
    const bracket = match.index + match[0].length - 1
    // The runner gives a test one argument.
    if (argumentsOf(masked, bracket).length > 1) continue
    const body = blockAt(masked, bracket)
    if (body === null) continue
    found.push({
      ...plainUnit('test', match[1]!, match.index, body),
      rows: tableRows(masked, body.open, body.end),
    })
  }
  for (const match of code.matchAll(SUBTEST)) {
    const open = match.index + match[0].length - 1
    const name = stringAt(masked, open + 1)
    if (name !== null && partner[open] !== -1) {
      found.push(plainUnit('test', name, match.index, { open, end: partner[open]! }))
    }
  }
  return found
}

/** Elements of the first list of structs: a table of cases. */
function tableRows(masked: Masked, open: number, end: number): string[] {
  const { code, partner } = masked
  const head = /(?:\[\]|map\[string\])(?:struct\s*(?=\{)|\*?[A-Za-z]\w*(?=\{))/.exec(
    code.slice(open, end),
  )
  if (head === null) return []
  let list = open + head.index + head[0].length
  if (head[0].includes('struct')) {
    const fields = partner[list]!
    if (fields === -1) return []
    list = code.indexOf('{', fields)
  }
  if (list === -1 || list > end || partner[list] === -1) return []
  return argumentsOf(masked, list).filter((row) => row.includes('{'))
}
