import { type Language, notations } from '../language.js'
import { declareMarked } from './marked.js'
import { longPattern } from '../../../util/long-pattern.js'

const skipMark = longPattern()`
    \[[^\]]*?\b(?:Ignore|Explicit|Inconclusive)\b|\bSkip\s*=\s*(?!null\b)|\bIgnoreReason\s*=
    |\bIgnore\s*=|\bSkipOn\w*|^\s*#if\s+(?:false|FALSE|NEVER|DISABLED\w*)`

export const csharp: Language = {
  id: 'csharp',
  testFiles: /\.cs$/,
  notation: notations.csharp,
  declare: (masked) =>
    declareMarked(masked, {
      mark: /\[(?:[^[\]\n]*,)?\s*(?:\w+\.)*\w*(?:Fact|Theory|Test|TestCase|TestCaseSource|TestMethod|DataTestMethod)(?:Attribute)?\s*(?=[\](,])/g,
      name: /^(?:\s|\[[^\]]*\]|[\w<>,.?])*?\b([A-Za-z_]\w*)\s*(?:<[^>\n]*>)?\s*\(/,
      skipMark,
      row: /\b(?:InlineData|TestCase|DataRow)\s*\([^\n]*/g,
      suite: /\b(?:class|struct|record)\s+(\w+)/g,
    }),
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
