import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import type { Masked } from '../../../source/mask.js'
import { declareMarked } from './marked.js'
import { longPattern } from '../../../../util/long-pattern.js'

const skipMark = longPattern()`
    \[[^[\]]*?\b(?:Ignore|Explicit|Inconclusive)\b|\bSkip\s*=\s*(?!null\b)|\bIgnoreReason\s*=
    |\bIgnore\s*=|\bSkipOn\w*|\b(?:private|internal|protected)\s`

export const csharp: Language = {
  id: 'csharp',
  testFiles: /\.cs$/,
  notation: notations.csharp,
  declare: (masked) => {
    const off = regionsOf(masked)
    const found = declareMarked(masked, {
      mark: /\[(?:[^[\]\n]*,)?\s*(?:\w+\.)*\w*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod)(?:Attribute)?\s*(?=[\](,])/g,
      name: /^(?:\s|\[[^\]]*\]|[\w<>,.?])*?\b([A-Za-z_]\w*)\s*(?:<[^>\n]*>)?\s*\(/,
      skipMark,
      row: /\b(?:InlineData|TestCase|DataRow)\s*\([^\n]*/g,
      suite: /\b(?:class|struct|record)\s+(\w+)/g,
    })
    return found.map((one) => ({
      ...one,
      skip: one.skip ?? off.find(({ from, to }) => from < one.end && one.end < to)?.words ?? null,
    }))
  },
  skipMark,
  skipCall:
    /\bAssert\.(?:Ignore|Inconclusive|Skip\w*)\s*\(|\bSkip\.(?:If|IfNot|When|Unless)\s*\(|\bthrow\s+new\s+\w*(?:Skip|Ignore|Inconclusive)\w*Exception/,
  assertion: longPattern('g')`
      \b(?:\w*Assert|Check|Verify)\.\w+|\bAssert\w*\s*\(|\.Should\w*\s*(?:<[^()\n]{0,200}>)?\s*\(
      |\bShould\.\w+|\.Must\w*\s*\(|\.(?:Received|DidNotReceive|Verify\w*)\s*\(|\bExpect\w*\b
      |\bThrows\w*\b`,
  swallow: /\bcatch\s*(?:\([^()\n]*\))?\s*\{\s*\}/g,
  skipFile: /(?!)/,
  declares: longPattern('g')`
      \b(?:class|interface|enum|record|struct|delegate)\s+([A-Za-z_]\w{2,})
      |\b(?:public|private|protected|internal|static)\s[\w<>[\],.? ]*?\b([A-Za-z_]\w{2,})
      (?:<[^<>()\n]*>)?\s*[({=]`,
}

interface Region {
  words: string
  from: number
  to: number
}

/** What is compiled only where a symbol is set that no build sets by itself. */
function regionsOf({ code }: Masked): Region[] {
  const regions: Region[] = []
  const open: Region[] = []
  for (const { 1: word, 2: condition, index } of code.matchAll(DIRECTIVE)) {
    const last = open.pop()
    if (last !== undefined && word !== 'if') regions.push({ ...last, to: index })
    else if (last !== undefined) open.push(last)
    if (word !== 'endif') {
      const isBuilt = word !== 'if' || USUAL.test(condition!)
      open.push({ words: `#if ${condition!.trim()}`, from: isBuilt ? Infinity : index, to: index })
    }
  }
  return regions
}

const DIRECTIVE = /^[ \t]*#[ \t]*(if|elif|else|endif)\b([^\n]{0,200})/gm
/** Symbols of a framework, a system or a usual build; what is not set holds. */
const USUAL = /\b(?:NET\w*|WINDOWS|LINUX|OSX|MACOS|ANDROID|IOS|DEBUG|RELEASE|TRACE|UNITY\w*)\b|!/
