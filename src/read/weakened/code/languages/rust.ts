import type { Language } from '../language.js'
import { notations } from '../../../source/notations.js'
import { declareMarked } from './marked.js'
import { longPattern } from '../../../../util/long-pattern.js'

const skipMark = longPattern()`
    #!?\[\s*ignore\b
    |#!?\[\s*cfg\s*\((?!\s*(?:(?:all|any)\s*\(\s*)?test\s*,?[\s)]*\])
    (?![^\]\n]*\b(?:target_\w+|unix|windows|debug_assertions|miri|loom|panic)\b)
    |#!?\[\s*cfg_attr\s*\([^\n]*\bignore\b`

export const rust: Language = {
  id: 'rust',
  testFiles: /\.rs$/,
  notation: notations.rust,
  declare: (masked) =>
    declareMarked(masked, {
      mark: /#\[\s*(?:\w+\s*::\s*)*(?:test|rstest|test_case|wasm_bindgen_test|quickcheck|proptest)\b/g,
      name: /^(?:\s|#\[[^\]\n]*\]|pub(?:\([^)\n]*\))?\s|async\s|unsafe\s|const\s|extern\s)*fn\s+(\w+)/,
      skipMark,
      row: /#\[\s*(?:test_case|case)\b[^\n]*/g,
      suite: /\bmod\s+(\w+)\s*(?=\{)/g,
    }),
  skipMark,
  skipCall: /(?!)/,
  assertion: longPattern('g')`
      \b(?:debug_|prop_)?assert\w*!|\bassert_\w+\s*\(|\bpanic!|\bunreachable!
      |\b(?:eqnice|similar)\w*!|\.expect_err\s*\(|\.unwrap_err\s*\(
      |\b(?:assert|check|expect|verify)\w*\s*\(|\binsta::`,
  swallow: /\bcatch_unwind\s*\(/g,
  skipFile:
    /^#!\[cfg\((?:any\(\)|not\(test\)|feature\s*=\s*"(?:disabled|broken|never|skip)[\w-]*")\)\]/m,
  declares:
    /\b(?:fn|struct|enum|trait|type|const|static|mod)\s+([A-Za-z_]\w{2,})|\bmacro_rules!\s*([A-Za-z_]\w{2,})/g,
}
