/** Numbers that say how much is enough, or how much is borne: by the words of their keys. */
import { longPattern } from '../../../util/long-pattern.js'
import { shape, type Shape } from '../changes/file-change.js'
import { keyOf, wordsOf } from './lenience.js'
import { readEntries } from './read-entries.js'
import { numbersIn } from '../code/literals-in.js'
import { baseName } from '../../../util/base-name.js'
import { oneOf } from '../../../util/one-of.js'

/** Texts without comments. `elsewhere`: what is new in other settings. */
export function compareThresholds(
  file: string,
  before: string,
  after: string,
  elsewhere = '',
): Shape[] {
  const known = boundsIn(file, before)
  const now = boundsIn(file, after)
  const others = [...now].filter(([key]) => !known.has(key)).flatMap(([, { values }]) => values)
  const moved = new Set([...others.map(String), ...numbersIn(elsewhere)])
  return [...known]
    .flatMap(([key, { isLeast, isMetric, values }]) => {
      const left = now.get(key)?.values ?? []
      if (left.length === values.length) {
        const at = values.findIndex((value, index) =>
          isLeast ? left[index]! < value : left[index]! > value,
        )
        if (at === -1) return []
        const one = threshold(file, key, `${key}: ${values[at]} → ${left[at]}`)
        // How large code may be is a matter of taste as long as no check was red.
        return [isMetric ? { ...one, conditional: true } : one]
      }
      const isGone =
        left.length < values.length && after !== '' && (isLeast ? CLEAR : MOST).test(key)
      if (!isGone || values.every((value) => moved.has(String(value)))) return []
      // It may have moved to another file or command.
      const detail = `${key}: ${show(values)} → ${show(left)}`
      return [{ ...threshold(file, key, detail), conditional: true }]
    })
    .slice(0, MAX_FOUND)
}

const MAX_FOUND = 3

const show = (values: readonly number[]): string => values.join(', ') || 'none'

const threshold = (file: string, key: string, detail: string): Shape =>
  shape({ kind: 'threshold', file, names: [key], detail })

interface Bound {
  /** Lower is weaker; else higher is. */
  isLeast: boolean
  /** It says how large or tangled code may be. */
  isMetric: boolean
  values: number[]
}

/** By the words next to each number. */
function boundsIn(file: string, text: string): Map<string, Bound> {
  const bounds = new Map<string, Bound>()
  for (const entry of readEntries(file, text)) {
    if (!/\d|\bmax\b/.test(entry.text)) continue
    const heads = entry.under.map(wordsOf)
    for (const [, word, value] of entry.text.slice(0, MAX_TEXT).matchAll(NUMBER)) {
      const near = /[A-Za-z_]/.test(word!) ? word! : ''
      const own = wordsOf(`${keyOf(entry.text).key} ${near}`)
      const head = heads[0] ?? ''
      const isMetric =
        CODE_METRIC.test(own) || (/^max(?: max)?$/.test(own) && head.startsWith('metrics '))
      const key = isMetric && head.startsWith('metrics ') ? head.slice(8) : wordsOf(near) || own
      if (MEASURES.test(own)) continue
      const around = [own, ...heads, wordsOf(entry.text), wordsOf(baseName(file))].join(' ')
      const isMost =
        isMetric ||
        MOST.test(own) ||
        (key === 'threshold' && /codecov/.test(file)) ||
        isSize(file, key)
      if (!isMost && !isLeast(own, heads.join(' '), around)) continue
      const bound = bounds.get(key) ?? { isLeast: !isMost, isMetric, values: [] }
      bound.values.push(value === 'max' ? Infinity : Number(value))
      bounds.set(key, bound)
    }
  }
  return bounds
}

/** Limits of linters for one piece of code; the length of a line is a matter of taste. */
const CODE_METRIC = longPattern()`
    \b(?:max (?:complexity|args|arguments|branches|statements|locals|returns|params|public methods)
    |(?:cyclomatic|cognitive) complexity(?: threshold)?|min complexity|too many \w+ threshold)\b`

/** How large what is built may be. */
const isSize = (file: string, key: string): boolean =>
  /size-limit|bundlesize/.test(file) && oneOf('limit|max size').test(key)

const MAX_TEXT = 600
/** A number with the word before it; no part of a version or a name. */
const NUMBER =
  /(?<![\w.@-])([\w.@-]*)["')\]]?\s{0,40}(?:=>|[:=,>(]{1,8}|\s)\s{0,40}["'(]{0,8}(?:BigDecimal\(["'])?(?<![\w.])(-?\d{1,9}(?:\.\d{1,9})?|max)(?!\.?\w)/g

function isLeast(own: string, heads: string, around: string): boolean {
  if (LEAST.test(own)) return true
  if (!COVERAGE.test(around)) return false
  return ENOUGH.test(own) || (PARTS.test(own) && COVERAGE.test(`${heads} ${around}`))
}

/** Words that mean a least share wherever they stand. */
const LEAST = longPattern()`
    \b(?:fail under\w*|(?:min|minimum|required|least) (?:\w+ )?(?:coverage|covered|msi|mutation)
    |(?:coverage|cov|msi) (?:\w+ )?(?:threshold|min|minimum|required|gate|floor|least|limit)|minimum_coverage|msi
    |covered ratio)\b`
/** Words that mean it where a measurement is set up. */
const ENOUGH = /\b(?:thresholds?|min|minimum|target|required|least|floor|gate|break|high|low)\b/
const PARTS = longPattern()`
    \b(?:lines?|branch(?:es)?|functions?|statements?|stmts?|instructions?|methods?|class(?:es)?|total|global
    |file|package|ratio)\b`
const COVERAGE = longPattern()`
    \b(?:coverage|cov|covered|thresholds?|nycrc?|c8rc?|istanbul|jacoco\w*|codecov|simplecov|msi|infection|stryker
    |mutation|tarpaulin|llvm cov|coverlet|testcoverage|fail under)\b`
/** The most that is borne. */
const MOST = longPattern()`
    \b(?:max (?:warnings?|errors?|fail\w*|violations?|diff\w*|allowed\w*|problems?)|max \w+ (?:ratio|violations?|errors?)
    |maximum \w*(?: ?(?:drop|violations?|fail\w*))|allowed (?:fail\w*|errors?|warnings?|drop|violations?)
    |tolerances?|coverage drop)\b`
/** Numbers of something else. */
const MEASURES = longPattern()`
    \b(?:versions?|node|python|java|php|ruby|sdk|size|width|height|length|timeout\w*|ms|seconds?|instances|replicas
    |workers?|retr\w+|port|days|memory|precision|round\w*|concurren\w*|forks?|process\w*|age|depth|edition|maxfail
    |fail fast)\b`
/** Keys that mean a least share and nothing else. */
const CLEAR = longPattern()`
    ^(?:(?:coverage )?(?:branches|functions|lines|statements)|.*fail under.*|minimum coverage.*|minimum|min .*msi
    |coverage threshold)$`
