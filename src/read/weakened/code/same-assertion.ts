import { literalsIn, withoutLiterals } from './literals-in.js'
import { wordsIn } from './words-in.js'
import { longPattern } from '../../../util/long-pattern.js'

/** Whether an assertion of another library asks for the same: `assert_equal 3, size`, `expect(size).to eq(3)`. */
export function isSameAssertion(before: string, after: string): boolean {
  const [old, now] = [withoutLiterals(before), withoutLiterals(after)]
  if (STRICT.test(headOf(old)) && LOOSE.test(headOf(now))) return false
  if (
    headOf(old) === headOf(now) ||
    sortOf(old) !== sortOf(now) ||
    NEGATES.test(old) !== NEGATES.test(now)
  )
    return false
  const values = literalsIn(before)
  const left = new Set(literalsIn(after))
  if (!values.every((value) => left.has(value))) return false
  const subject = subjectOf(old)
  const kept = subject.filter((word) => subjectOf(now).includes(word)).length
  return kept >= subject.length * (values.length > 0 ? 0.5 : 0.7)
}

/** Whether an assertion bears more than before: an exact value became a bound, a tolerance grew tenfold, a beginning shrank. */
export function isLooser(before: string, after: string): boolean {
  const [old, now] = [sortOf(withoutLiterals(before)), sortOf(withoutLiterals(after))]
  if (old === 'equal') return now === 'order' || now === 'some'
  if (old === 'part' && withoutLiterals(before) === withoutLiterals(after))
    return hasShorterEnd(before, after)
  if (old !== 'order' || now !== 'order' || withoutNumbers(before) !== withoutNumbers(after))
    return false
  const [was, is] = [before, after].map((text) => (text.match(TOLERANCE) ?? []).map(Number))
  return was!.length === is!.length && was!.some((value, at) => is![at]! >= 10 * value && value > 0)
}

/** Whether it bears less: what passes now passed before. */
export const isStricter = (before: string, after: string): boolean =>
  sortOf(withoutLiterals(after)) !== 'equal' && isLooser(after, before)

/** What begins with `id,date` begins with `id`. */
function hasShorterEnd(before: string, after: string): boolean {
  const [was, is] = [literalsIn(before), literalsIn(after)]
  const bare = withoutLiterals(before)
  const end = ENDS.exec(bare)?.[0].toLowerCase()
  if (end === undefined || NEGATES.test(bare) || was.length !== 1 || is.length !== 1) return false
  const [long, short] = [was[0]!, is[0]!]
  return long !== short && (end === 'start' ? long.startsWith(short) : long.endsWith(short))
}

const ENDS = /start(?=_?s?_?with)|end(?=_?s?_?with)/i

const TOLERANCE = /(?<![\w.])\d+(?:\.\d+)?(?:e-?\d+)?/gi
const withoutNumbers = (text: string): string =>
  text.replaceAll(TOLERANCE, ' ').replaceAll(/\s/g, '')

/** Within one library other words are another assertion. */
const headOf = (text: string): string => /^\W*([\w.]+)/.exec(text)?.[1] ?? ''

/** The same thing, or of the same type; and what bears others that are equal. */
const STRICT = /(?:^|\.)(?:assertSame|assertIs|(?:deepS|s)trictEqual|(?:Are)?Same)$/
const LOOSE = /(?:^|\.)(?:assertEquals?|equal|deepEqual|(?:Are)?Equal)$/

const subjectOf = (text: string): string[] => [...wordsIn(text)].filter((word) => !VERBS.test(word))

/** Words of libraries that say how a value is looked at. */
const VERBS = longPattern()`
    ^(?:assert\w*|expect\w*|refute\w*|must\w*|should\w*|[Tt]o|[Tt]hat|be|eq|eql|equals?|same
    |[Ii]s|[Ee]qual(?:To)?|deep\w*|strict\w*|to(?:Be|Equal|StrictEqual|Throw)\w*|throws?\w*|raises?\w*
    |it|have|expected|class|typeof|Fatalf?|Errorf?|t|if)$`

const SORTS: readonly [string, RegExp][] = [
  [
    'set',
    /sort|equivalent|unordered|order|elements|members|match_array|exactly|countequal|\bset\b/i,
  ],
  ['throws', /throw|raise|panic|\bexpected\s*=|ExpectedException|reject|_err\b/i],
  [
    'order',
    /greater|less|at_?(?:least|most)|above|below|within|close|approx|delta|[<>]=|[^=-]>\s|<\s/i,
  ],
  [
    'part',
    /contain|includ|match|member|start|end_?s?_?with|substr|regex|\bhas|have|\bin\b|instance|\bkind_of/i,
  ],
  ['some', /null|nil|none|defined|truthy|falsy|exist|empty|present|zero|valid/i],
]

/** What is not known otherwise asks for one value. */
const sortOf = (text: string): string =>
  SORTS.find(([, pattern]) => pattern.test(text))?.[0] ?? 'equal'

const NEGATES = /\bnot|Not|refute|!=|_ne\b|wont|false|False/
