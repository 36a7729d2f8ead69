import { type Language, notations } from '../language.js'
import type { Masked } from '../mask.js'
import { argumentsOf, bodyAt, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'
import { longPattern } from '../../../util/long-pattern.js'

export const go: Language = {
  id: 'go',
  testFiles: /_test\.go$/,
  notation: notations.go,
  declare,
  skipMark: /(?!)/,
  skipCall: /\b\w+\.(?:Skip|SkipNow|Skipf)\s*\(/,
  assertion: longPattern('g')`
      \b\w*[tTbB]\.(?:Error|Errorf|Fatal|Fatalf|Fail|FailNow)\s*\(
      |\b(?:assert|require|is|qt|must|suite|s|c|gomega|a|r|check)\.[A-Z]\w*\s*\(|\bExpect\w*\s*\(
      |\bcmp\.Diff\s*\(|\b(?:assert|check|require|expect|must|verify)[A-Z]\w*\s*\(`,
  swallow: /\bdefer\s+func\s*\(\s*\)\s*\{\s*(?:_\s*=\s*)?recover\s*\(\s*\)\s*\}\s*\(\s*\)/g,
  skipFile: longPattern('m')`
      ^//go:build\s+(?:ignore|never|disabled?|skip\w*|broken|\w*todo\w*|!(?!windows|linux|darwin
      |race|cgo|js|wasm|plan9|unix|appengine)\w+|(?!windows|linux|darwin|race|cgo|js|wasm|unix|go1
      |amd64|arm64|integration|e2e)[a-z]\w*)\s*$|\bos\.Exit\(0\)`,
  declares:
    /^func\s+(?:\([^)\n]*\)\s*)?([A-Za-z_]\w{2,})|^(?:type|var|const)\s+([A-Za-z_]\w{2,})|^\t([A-Za-z_]\w{2,})[ \t]+(?:struct|interface)\b|^\t([A-Z]\w{2,})[ \t]+(?:[\w.*[\]]+[ \t]+)?=[ \t]/gm,
}

const HEAD = /^func\s+(?:\([^)\n]*\)\s*)?((?:Test|Fuzz|Example)\w*)\s*\(/gm
const SUBTEST = /\b\w+\.Run\s*\(/g

function declare(masked: Masked): Declared[] {
  const { code, partner } = masked
  const found: Declared[] = []
  for (const match of code.matchAll(HEAD)) {
    const open = bodyAt(masked, match.index + match[0].length - 1)
    const end = open === -1 ? -1 : partner[open]!
    if (end === -1) continue
    found.push({
      ...plainUnit('test', match[1]!, match.index, open, end),
      rows: tableRows(masked, open, end),
    })
  }
  for (const match of code.matchAll(SUBTEST)) {
    const open = match.index + match[0].length - 1
    const name = stringAt(masked, open + 1)
    if (name !== null && partner[open] !== -1) {
      found.push(plainUnit('test', name, match.index, open, partner[open]!))
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
