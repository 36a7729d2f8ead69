import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import type { Masked } from '../../../source/mask.js'
import { argumentsOf, stringAt } from '../source.js'
import { type Declared, plainUnit } from '../test-unit.js'
import { longPattern } from '../../../../util/long-pattern.js'

export const javascript: Language = {
  id: 'javascript',
  testFiles: longPattern()`
      (?:[._-](?:test|tests|spec|specs|cy|e2e|bench)\.[cm]?[jt]sx?$)
      |(?:^|/)(?:__tests__|tests?|specs?|e2e|cypress)/.*\.[cm]?[jt]sx?$
      |(?:^|/)test[-_][\w-]+\.[cm]?[jt]sx?$`,
  notation: notations.javascript,
  declare,
  skipMark: /(?!)/,
  skipCall:
    /\b(?:this|t|ctx|context|test|it)\.(?:skip|fixme|todo)\s*\(|\b(?:test|it)\.fail\s*\(\s*\)|(?<![.\w])pending\s*\(/,
  assertion: longPattern('g')`
      \b(?:expect|expectTypeOf|assertType|should)\s*(?:\.\w+\s*)?(?:<[\s\S]{0,300}?>(?=\())?\(
      |\bassert\w*(?:\.\w+)*\s*(?:<[\s\S]{0,300}?>(?=\())?\s*\(
      |\b(?:t|tap|is|assertions?)\.(?:is|not|ok|notOk|true|false|truthy|falsy|equals?|notEqual
      |same|strictSame|match|like|throws\w*|rejects|resolves|deep\w*|strict\w*|error|snapshot
      |regex|pass|fail|plan)\s*\(|\.(?:should|to\.be|to\.equal|toHave\w+)\b|\.expect\s*\(
      |\bexpect[A-Z]\w*\s*\(|\bverify[A-Z]?\w*\s*\(|\bcheck[A-Z]\w*\s*\(`,
  swallow:
    /\bcatch\s*(?:\([^()\n]*\)\s*)?\{\s*(?:console\.\w+\([^{}]{0,300}\);?\s*)?\}|\.catch\s*\(\s*(?:\(\s*\w*\s*\)|\w+)\s*=>\s*(?:\{\s*\}|null|undefined)\s*(?:,\s*)?\)/g,
  skipFile: /(?!)/,
  declares: longPattern('gm')`
      \b(?:function\*?|class|interface|type|enum|const|let|var)\s+([A-Za-z_$][\w$]{2,})
      |^[ \t]*(?:async\s+|static\s+|public\s+
      |private\s+)*([A-Za-z_$][\w$]{2,})\s*\([^()\n]*\)\s*(?::[^\n{]+)?\{
      |(?<=\.)([A-Za-z_$][\w$]{2,})[ \t]*=[ \t]*(?:async[ \t]+)?function\b`,
}

const HEAD =
  /(?<![\w.$])(?:(?:t|tap|QUnit|Deno|test|it|mocha)\.)?(x|f)?(describe|context|suite|fixture|feature|module|it|test|specify|scenario)(?=\s*[.(<`])/g
const SUITES = new Set(['describe', 'context', 'suite', 'fixture', 'feature', 'module'])
const SKIPS = new Set(['skip', 'todo', 'fixme', 'fails', 'failing', 'skipif', 'ignore'])

function declare({ raw, code, partner }: Masked): Declared[] {
  const found: Declared[] = []
  for (const match of code.matchAll(HEAD)) {
    const [all, prefix = '', word = ''] = match
    const call = readCall({ raw, code, partner }, match.index + all.length)
    if (call === null) continue
    const args = argumentsOf({ raw, code, partner }, call.open)
    const isBody = /=>|\bfunction\b|^\{/.test(args[1] ?? '')
    const name = stringAt({ raw, code, partner }, call.open + 1) ?? (isBody ? args[0]! : null)
    // `test.skip(condition, 'why')` stands in a body and names nothing.
    if (name === null) continue
    const options = args.find((one) => one.startsWith('{')) ?? ''
    const suite = SUITES.has(word) || call.chain.includes('describe')
    const hasBody = args.length > 1
    const marked = call.chain.find((one) => SKIPS.has(one.toLowerCase()))
    const skip =
      prefix === 'x'
        ? all
        : marked !== undefined
          ? `${word}.${call.chain.join('.')}${call.modifiers}`
          : call.chain.includes('runIf')
            ? `${word}.runIf${call.modifiers}`
            : /\b(?:skip|todo|ignore)\s*:\s*(?!false\b)/.test(options.slice(0, 300))
              ? options.slice(0, 80)
              : !suite && !hasBody
                ? `${word}() without a body`
                : null
    found.push({
      ...plainUnit(suite ? 'suite' : 'test', name, match.index, {
        open: call.open,
        end: partner[call.open]!,
      }),
      skip,
      focused: prefix === 'f' || call.chain.includes('only') || /\bonly\s*:\s*true/.test(options),
      rows: call.rows,
    })
  }
  return found
}

interface Call {
  open: number
  chain: string[]
  /** What the chain was given: `skipIf(true)`. */
  modifiers: string
  rows: string[]
}

/** After the word: its chain, and the bracket of the call that has the name. */
function readCall(masked: Masked, from: number): Call | null {
  const { raw, code, partner } = masked
  const call: Call = { open: -1, chain: [], modifiers: '', rows: [] }
  let at = from
  for (let turns = 0; turns < 12; turns += 1) {
    while (/\s/.test(code[at] ?? '')) at += 1
    const [dotted, word] = /^\.(\w+)/.exec(code.slice(at, at + 40)) ?? []
    if (dotted !== undefined) {
      call.chain.push(word!)
      at += dotted.length
    } else if (code[at] === '<') {
      const end = code.indexOf('>', at)
      if (end === -1 || end - at > 200) return null
      at = end + 1
    } else if (code[at] === '(') {
      const close = partner[at]!
      if (close === -1) return null
      const next = code.slice(close + 1, close + 40).trimStart()[0]
      const takesMore = ['each', 'for', 'skipIf', 'runIf', 'extend', 'concurrent'].includes(
        call.chain.at(-1) ?? '',
      )
      if (!(takesMore && (next === '(' || next === '.'))) {
        call.open = at
        return call
      }
      call.modifiers += raw.slice(at, Math.min(close + 1, at + 120))
      if (code[at + 1 + code.slice(at + 1).search(/\S/)] === '[') {
        call.rows = argumentsOf(masked, at + 1 + code.slice(at + 1, close).search(/\S/))
      }
      at = close + 1
    } else if (code[at] === '"' && raw[at] === '`') {
      // A table in a template: each line but the first is a row.
      const end = code.indexOf('"', at + 1)
      if (end === -1) return null
      call.rows = raw
        .slice(at + 1, end)
        .split('\n')
        .map((row) => row.trim())
        .filter(Boolean)
        .slice(1)
      at = end + 1
    } else return null
  }
  return null
}
