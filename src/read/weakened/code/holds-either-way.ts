/** `assert(a === 1 || a !== 1)`: two sides of which one always holds, in any language. */
export function holdsEitherWay(assertion: string): boolean {
  if (assertion.length > MAX_CHARS) return false
  const inner = assertion.replace(CALL, '').replace(MATCHER, '')
  const sides = inner.split(/\|\||\bor\b/).map((side) => side.replaceAll(MARKS, ''))
  if (sides.length !== 2 || sides.includes('')) return false
  const [left, right] = sides as [string, string]
  return isDenial(left, right) || isDenial(right, left) || areOpposite(left, right)
}

const MAX_CHARS = 400
const CALL = /^\s*[\w.:$!>-]{1,40}\s*[( ]/
const MATCHER = /\)\s*\.\s*(?:to|should|is)\b.{0,80}$|\)\s*\.to[A-Z].{0,80}$/
/** Brackets and blanks at the ends: both sides lose the same. */
const MARKS = /^[\s(]+|[\s);]+$/g

const isDenial = (side: string, other: string): boolean =>
  /^(?:!|not\s)/.test(side) && side.replace(/^(?:!|not\s)[\s(]*/, '') === other

function areOpposite(left: string, right: string): boolean {
  const [a, b] = [left, right].map((side) => COMPARISON.exec(side))
  if (a?.[1] === undefined || b?.[1] === undefined) return false
  return a[1] === b[1] && a[3] === b[3] && OPPOSITE[a[2]!] === b[2]
}

const COMPARISON =
  /^([^=!<>]{1,150}?)\s?(===|!==|==|!=|>=|<=|>|<| is not| is| not in| in)\s?([^=!<>]{1,150})$/

const PAIRS = [
  ['===', '!=='],
  ['==', '!='],
  ['>=', '<'],
  ['<=', '>'],
  [' is', ' is not'],
  [' in', ' not in'],
]
const OPPOSITE: Readonly<Record<string, string>> = Object.fromEntries(
  PAIRS.flatMap(([a, b]) => [
    [a, b],
    [b, a],
  ]),
) as Record<string, string>
